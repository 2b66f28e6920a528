import type { SessionConsole } from '@gpulease/contract/enums';
import type { Balance } from '@gpulease/contract/me';
import { displayAmountShort, displayPriceShort } from '@gpulease/contract/money';
import { Button, Page, PageSidebar, PageSidebarBody, ToolbarItem, Icon } from '@patternfly/react-core';
import { RhUiNotificationFillIcon, UserIcon, ExclamationTriangleIcon } from '@patternfly/react-icons';
import { type ReactNode, useState } from 'react';
import { useApi } from '../api/queries.ts';
import { useWords } from '../i18n/words.ts';
import { useSession } from '../session/session.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { LinkButton } from '../ui/links.tsx';
import { MAIN_ID } from '../ui/main-area.ts';
import { useMoneyDisplay } from '../ui/money.tsx';
import { AppMasthead } from './masthead.tsx';
import { Navigation } from './navigation.tsx';
import { PageContent, SkipLink } from './page-content.tsx';

/** Loaded after the first view. */
const LiveUpdates = lazyPart(async () => (await import('../api/live/live-updates.tsx')).LiveUpdates, null);

/** Shown to few customers, so loaded separately. */
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
  /** Shown above the page while a user is signed in, such as a message about the connection. */
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

/** Loaded separately: menus are much code that the first view does not need. */
const loadUserMenu = async () => (await import('./user-menu.tsx')).UserMenu;
const AccountMenu = {
  user: lazyPart(loadUserMenu, <UserMenuLoading bell="notice.title" />),
  admin: lazyPart(loadUserMenu, <UserMenuLoading bell="navigation.admin.alarms" />),
};

/** Reserves space for the bell and the menu; the icons already have accessible names. */
function UserMenuLoading({ bell }: { readonly bell: 'notice.title' | 'navigation.admin.alarms' }) {
  const { t } = useWords();
  return (
    <>
      <span className="pf-v6-c-toolbar__item pf-m-hidden pf-m-visible-on-md">
        <Button
          variant="stateful"
          state="read"
          icon={<RhUiNotificationFillIcon />}
          aria-label={t(bell)}
          isDisabled
        />
      </span>
      <Button variant="plain" icon={<UserIcon />} aria-label={t('shell.account')} isDisabled />
    </>
  );
}

const WARNING_HOURS = 24;
const DANGER_HOURS = 2;

/** Balances change while machines run, without an event. */
const REFRESH_MS = 60_000;

/** The available balance, the current hourly cost and the remaining time, linked to the recharge page. */
function BalanceSummary() {
  const { t } = useWords();
  const { data: balance } = useApi('getBalance', undefined, { refetchInterval: REFRESH_MS });
  const money = useMoneyDisplay();
  return (
    <ToolbarItem className="gpulease-balance-place">
      {balance && (
        <LinkButton to="/recharge" variant="plain" className="gpulease-balance">
          <span>
            <span className="gpulease-balance__label">{t('balance.available')} </span>
            <strong>{displayAmountShort(balance.available, money)}</strong>
            <span className="gpulease-balance__recharge"> {t('recharge.title')}</span>
          </span>
          <Burn balance={balance} />
        </LinkButton>
      )}
    </ToolbarItem>
  );
}

function Burn({ balance: { burnPerHour, runwayHours } }: { readonly balance: Balance }) {
  const { t, format } = useWords();
  const money = useMoneyDisplay();
  if (runwayHours === null) return <small className="gpulease-balance__idle">{t('balance.idle')}</small>;
  return (
    <small>
      {runwayHours < WARNING_HOURS && (
        <Icon isInline status={runwayHours < DANGER_HOURS ? 'danger' : 'warning'}>
          <ExclamationTriangleIcon />
        </Icon>
      )}{' '}
      <span>{t('balance.burnOf', { burn: displayPriceShort(burnPerHour, money) })}</span>{' '}
      <span>{t('balance.runwayOf', { runway: format.shortHours(runwayHours) })}</span>
    </small>
  );
}
