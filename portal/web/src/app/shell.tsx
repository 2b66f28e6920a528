import type { SessionConsole } from '@gpulease/contract/enums';
import { Button, Page, PageSidebar, PageSidebarBody, ToolbarItem } from '@patternfly/react-core';
import { RhUiNotificationFillIcon, UserIcon } from '@patternfly/react-icons';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../ui/lazy-part.tsx';
import { BalanceSummary } from './balance-summary.tsx';
import { AppMasthead } from './masthead.tsx';
import { Navigation } from './navigation.tsx';
import { MAIN_ID, PageContent, SkipLink } from './page-content.tsx';

/** Menus are much code that nobody needs at the first sight. */
const loadUserMenu = async () => (await import('./user-menu.tsx')).UserMenu;
const UserMenu = {
  user: lazyPart(loadUserMenu, <UserMenuLoading hasNotices />),
  admin: lazyPart(loadUserMenu, <UserMenuLoading />),
};

/** Comes after the first sight. */
const LiveUpdates = lazyPart(async () => (await import('../live/live-updates.tsx')).LiveUpdates, null);

/** Holds the places of the notices and the menu, under a name for who cannot see the icon. */
function UserMenuLoading({ hasNotices = false }: { readonly hasNotices?: boolean }) {
  const { t } = useTranslation();
  return (
    <>
      {hasNotices && (
        <span className="pf-v6-c-toolbar__item pf-m-hidden pf-m-visible-on-md">
          <Button
            variant="stateful"
            state="read"
            icon={<RhUiNotificationFillIcon />}
            aria-label={t('notice.title')}
            isDisabled
          />
        </span>
      )}
      <Button variant="plain" icon={<UserIcon />} aria-label={t('shell.account')} isDisabled />
    </>
  );
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

interface ConsoleShellProps {
  readonly console: SessionConsole;
  readonly tools?: ReactNode;
  /** What stands above the page, such as a notice about the connection. */
  readonly children?: ReactNode;
}

function ConsoleShell({ console, tools, children }: ConsoleShellProps) {
  const Account = UserMenu[console];
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
      {children}
      <PageContent />
    </Page>
  );
}
