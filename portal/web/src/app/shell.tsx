import type { SessionConsole } from '@gpulease/contract/enums';
import { Page, PageSidebar, PageSidebarBody, ToolbarItem } from '@patternfly/react-core';
import { useState, type ReactNode } from 'react';
import { useSession } from '../session/session.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { BalanceSummary } from './balance-summary.tsx';
import { AccountMenu } from './account-menu.tsx';
import { AppMasthead } from './masthead.tsx';
import { Navigation } from './navigation.tsx';
import { MAIN_ID } from '../ui/main-area.ts';
import { PageContent, SkipLink } from './page-content.tsx';

/** Loaded after the first view. */
const LiveUpdates = lazyPart(async () => (await import('../api/live/live-updates.tsx')).LiveUpdates, null);

/** Few customers see it. */
const MaintenanceBanner = lazyPart(
  async () => (await import('./maintenance-banner.tsx')).MaintenanceBanner,
  null,
);

/** The customer's console: menu, balance, live updates, and maintenance of the customer's machines. */
export function UserShell() {
  return (
    <ConsoleShell console="user" tools={<BalanceSummary />}>
      <LiveUpdates operation="streamEvents" />
      <MaintenanceBanner />
    </ConsoleShell>
  );
}

/** The operator's console. */
export function AdminShell() {
  return (
    <ConsoleShell console="admin">
      <LiveUpdates operation="streamAdminEvents" />
    </ConsoleShell>
  );
}

interface ConsoleShellProps {
  readonly console: SessionConsole;
  readonly tools?: ReactNode;
  /** Shown above the page while somebody is signed in, such as a message about the connection. */
  readonly children?: ReactNode;
}

function ConsoleShell({ console, tools, children }: ConsoleShellProps) {
  const isSignedIn = useSession(console).data?.user != null;
  const Account = AccountMenu[console];
  const [isMobile, setMobile] = useState(false);
  const [isOpen, setOpen] = useState(true);
  const onPageResize = (_: unknown, { mobileView }: { mobileView: boolean }) => {
    if (mobileView === isMobile) return;
    setMobile(mobileView);
    setOpen(!mobileView);
  };
  return (
    <Page
      masthead={
        <AppMasthead
          sidebar={{ isOpen, onToggle: () => setOpen(!isOpen) }}
          tools={
            <>
              {tools}
              <ToolbarItem>
                <Account console={console} />
              </ToolbarItem>
            </>
          }
        />
      }
      sidebar={
        <PageSidebar isSidebarOpen={isOpen}>
          <PageSidebarBody>
            <Navigation console={console} onSelect={() => setOpen(!isMobile)} />
          </PageSidebarBody>
        </PageSidebar>
      }
      skipToContent={<SkipLink />}
      mainContainerId={MAIN_ID}
      isContentFilled
      onPageResize={onPageResize}
    >
      {isSignedIn && children}
      <PageContent />
    </Page>
  );
}
