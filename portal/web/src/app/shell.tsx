import type { SessionConsole } from '@gpulease/contract/enums';
import {
  Button,
  Page,
  PageSection,
  PageSidebar,
  PageSidebarBody,
  SkipToContent,
  ToolbarItem,
} from '@patternfly/react-core';
import { UserIcon } from '@patternfly/react-icons';
import { Suspense, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router-dom';
import { lazyPart } from '../ui/lazy-part.tsx';
import { LoadingPage } from '../ui/loading.tsx';
import { BalanceSummary } from './balance-summary.tsx';
import { MainFocus } from './main-focus.tsx';
import { AppMasthead } from './masthead.tsx';
import { NavigationProgress } from './navigation-progress.tsx';
import { Navigation } from './navigation.tsx';
import { SignInLinks } from './sign-in-links.tsx';

const MAIN_ID = 'main';

/** Menus are much code that nobody needs at the first sight. */
const UserMenu = lazyPart(async () => (await import('./user-menu.tsx')).UserMenu, <UserMenuLoading />);

/** Come after the first sight, and are here before the network can go. */
const LiveUpdates = lazyPart(async () => (await import('../live/live-updates.tsx')).LiveUpdates, null);
const OfflineBanner = lazyPart(async () => (await import('../live/live-updates.tsx')).OfflineBanner, null);

/** Holds the menu's place, under a name for who cannot see the icon. */
function UserMenuLoading() {
  const { t } = useTranslation();
  return <Button variant="plain" icon={<UserIcon />} aria-label={t('shell.account')} isDisabled />;
}

/** The customer's console: menu, balance, live updates. */
export function UserShell() {
  return (
    <ConsoleShell console="user" tools={<BalanceSummary />}>
      <LiveUpdates operation="streamEvents" />
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

/** Pages for everybody, without a menu. */
export function PublicShell() {
  return (
    <Page
      masthead={<AppMasthead tools={<SignInLinks />} />}
      skipToContent={<SkipLink />}
      mainContainerId={MAIN_ID}
      isContentFilled
    >
      <PageContent />
    </Page>
  );
}

interface ConsoleShellProps {
  readonly console: SessionConsole;
  readonly tools?: ReactNode;
  /** What stands above the page, such as a notice about the connection. */
  readonly children?: ReactNode;
}

function ConsoleShell({ console, tools, children }: ConsoleShellProps) {
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
                <UserMenu console={console} />
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
      {children}
      <PageContent />
    </Page>
  );
}

function PageContent() {
  return (
    <>
      <OfflineBanner />
      <NavigationProgress />
      <MainFocus mainId={MAIN_ID} />
      <Suspense
        fallback={
          <PageSection isFilled>
            <LoadingPage />
          </PageSection>
        }
      >
        <Outlet />
      </Suspense>
    </>
  );
}

function SkipLink() {
  const { t } = useTranslation();
  return <SkipToContent href={`#${MAIN_ID}`}>{t('shell.skipToContent')}</SkipToContent>;
}
