import type { SessionConsole } from '@gpulease/contract/enums';
import { Dropdown, DropdownItem, DropdownList, MenuToggle, NotificationBadge } from '@patternfly/react-core';
import { UserIcon } from '@patternfly/react-icons';
import { useState, type MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useHref, useLinkClickHandler } from 'react-router-dom';
import { useConfig } from '../api/config.ts';
import { useApi } from '../api/queries.ts';
import { useOpenAlarms } from '../features/alarms/open-alarms.ts';
import { useLeaveSession, useSession } from '../session/session.ts';
import { DropdownLink } from '../ui/dropdown-link.tsx';
import { guides, useDocsAddress } from '../ui/docs.ts';
import { SUPPORT_PATH } from '../ui/support-path.ts';
import { useToasts } from '../ui/toasts.tsx';
import { useAction } from '../ui/use-action.ts';
import { ADMIN_PASSWORD_PATH } from './guard.tsx';

/** The bell and the account menu. */
export function UserMenu({ console }: { readonly console: SessionConsole }) {
  return <>{console === 'user' ? <CustomerMenu /> : <OperatorMenu />}</>;
}

function CustomerMenu() {
  const { t } = useTranslation();
  const unread = useUnreadNotices();
  return (
    <>
      <Bell to={NOTICES} count={unread}>
        {unread > 0 ? t('shell.unreadNotices', { count: unread }) : t('notice.title')}
      </Bell>
      <Menu console="user" unread={unread} />
    </>
  );
}

function OperatorMenu() {
  const { t } = useTranslation();
  const open = useOpenAlarms();
  return (
    <>
      <Bell to={ALARMS} count={open}>
        {open > 0 ? t('alarms.open', { count: open }) : t('navigation.admin.alarms')}
      </Bell>
      <Menu console="admin" unread={open} />
    </>
  );
}

interface MenuProps {
  readonly console: SessionConsole;
  /** On phones, unread notices and open alarms are only shown here. */
  readonly unread: number;
}

/** The account menu with the sign-out. */
function Menu({ console, unread }: MenuProps) {
  const { t } = useTranslation();
  const signOut = useSignOut(console);
  const { support } = useConfig();
  const addressOf = useDocsAddress();
  const [isOpen, setOpen] = useState(false);
  const username = useSession(console).data?.user?.username;
  return (
    <Dropdown
      isOpen={isOpen}
      onOpenChange={setOpen}
      onSelect={() => setOpen(false)}
      popperProps={{ position: 'end' }}
      toggle={(ref) => (
        <MenuToggle
          ref={ref}
          variant="plain"
          icon={<UserIcon />}
          {...(unread > 0 && { className: 'gpulease-unread' })}
          aria-label={t('shell.userMenu', { username })}
          isExpanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
      )}
    >
      <DropdownList>
        <DropdownItem key="who" isDisabled>
          {username}
        </DropdownItem>
        {console === 'user' && (
          <>
            <DropdownLink to="/profile">{t('navigation.user.profile')}</DropdownLink>
            <DropdownLink to={NOTICES}>
              {unread > 0 ? t('shell.unreadNotices', { count: unread }) : t('notice.title')}
            </DropdownLink>
            <DropdownLink to="/recharge">{t('recharge.title')}</DropdownLink>
            {support && <DropdownLink to={SUPPORT_PATH}>{t('support.title')}</DropdownLink>}
          </>
        )}
        {console === 'admin' && (
          <DropdownLink to={ALARMS}>
            {unread > 0 ? t('alarms.open', { count: unread }) : t('navigation.admin.alarms')}
          </DropdownLink>
        )}
        {console === 'admin' && (
          <DropdownLink to={ADMIN_PASSWORD_PATH}>{t('profile.signInAndSecurity')}</DropdownLink>
        )}
        {addressOf && (
          <DropdownItem to={addressOf(guides[console])} target="_blank" isExternalLink>
            {t('shell.guide', { context: console })}
          </DropdownItem>
        )}
        <DropdownItem onClick={() => void signOut()}>{t('shell.signOut')}</DropdownItem>
      </DropdownList>
    </Dropdown>
  );
}

/** The number of the customer's unread notices. */
function useUnreadNotices(): number {
  return useApi('listNotices', { query: { pageSize: 1 } }).data?.unread ?? 0;
}

const NOTICES = '/notices';
const ALARMS = '/admin/alarms';

interface BellProps {
  readonly to: string;
  readonly count: number;
  /** Its name. */
  readonly children: string;
}

/** The bell with a number of what is new. Phones have no room for it; there the account menu has it. */
function Bell({ to, count, children }: BellProps) {
  const href = useHref(to);
  const onClick = useLinkClickHandler(to);
  return (
    <span className="pf-v6-c-toolbar__item pf-m-hidden pf-m-visible-on-md">
      <NotificationBadge
        component="a"
        href={href}
        variant={count > 0 ? 'unread' : 'read'}
        count={count}
        aria-expanded={undefined}
        aria-label={children}
        onClick={(event) => onClick(event as unknown as MouseEvent<HTMLAnchorElement>)}
      />
    </span>
  );
}

const logoutOperations = { user: 'logout', admin: 'adminLogout' } as const;

/** Ends the session of a console; the page then asks to sign in again. */
function useSignOut(console: SessionConsole): () => Promise<void> {
  const leave = useLeaveSession(console);
  const toasts = useToasts();
  const { attempt } = useAction(logoutOperations[console]);
  return async () => {
    if (!(await attempt({}))) return;
    toasts.clear();
    leave();
  };
}
