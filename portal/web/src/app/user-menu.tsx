import type { SessionConsole } from '@gpulease/contract/enums';
import { Dropdown, DropdownItem, DropdownList, MenuToggle, NotificationBadge } from '@patternfly/react-core';
import { UserIcon } from '@patternfly/react-icons';
import { useState, type MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useHref, useLinkClickHandler } from 'react-router-dom';
import { useConfig } from '../api/config.ts';
import { useApi } from '../api/queries.ts';
import { useLeaveSession, useSession } from '../session/session.ts';
import { DropdownLink } from '../ui/dropdown-link.tsx';
import { SUPPORT_PATH } from '../ui/support-path.ts';
import { useToasts } from '../ui/toasts.tsx';
import { useAction } from '../ui/use-action.ts';
import { ADMIN_PASSWORD_PATH } from './guard.tsx';

/** The bell and the account menu. */
export function UserMenu({ console }: { readonly console: SessionConsole }) {
  return <>{console === 'user' ? <CustomerMenu /> : <Menu console={console} unread={0} />}</>;
}

function CustomerMenu() {
  const unread = useUnreadNotices();
  return (
    <>
      <NoticeBell count={unread} />
      <Menu console="user" unread={unread} />
    </>
  );
}

interface MenuProps {
  readonly console: SessionConsole;
  /** On phones, unread notices are only shown here. */
  readonly unread: number;
}

/** The account menu with the sign-out. */
function Menu({ console, unread }: MenuProps) {
  const { t } = useTranslation();
  const signOut = useSignOut(console);
  const { support } = useConfig();
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
          <DropdownLink to={ADMIN_PASSWORD_PATH}>{t('profile.signInAndSecurity')}</DropdownLink>
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

/** The bell with the number of unread notices. Phones have no room for it; there the account menu has them. */
function NoticeBell({ count }: { readonly count: number }) {
  const { t } = useTranslation();
  const href = useHref(NOTICES);
  const onClick = useLinkClickHandler(NOTICES);
  return (
    <span className="pf-v6-c-toolbar__item pf-m-hidden pf-m-visible-on-md">
      <NotificationBadge
        component="a"
        href={href}
        variant={count > 0 ? 'unread' : 'read'}
        count={count}
        aria-expanded={undefined}
        aria-label={count > 0 ? t('shell.unreadNotices', { count }) : t('notice.title')}
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
