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
import { SUPPORT_PATH } from '../ui/support-text.tsx';
import { useToasts } from '../ui/toasts.tsx';
import { useAction } from '../ui/use-action.ts';
import { ADMIN_PASSWORD_PATH } from './guard.tsx';

export function UserMenu({ console }: { readonly console: SessionConsole }) {
  return console === 'user' ? <CustomerMenu /> : <OperatorMenu />;
}

function CustomerMenu() {
  const { t } = useTranslation();
  const count = useApi('listNotices', { query: { pageSize: 1 } }).data?.unread ?? 0;
  const title = count > 0 ? t('shell.unreadNotices', { count }) : t('notice.title');
  return <BellAndMenu console="user" news={{ to: '/notices', count, title }} />;
}

function OperatorMenu() {
  const { t } = useTranslation();
  const count = useOpenAlarms();
  const title = count > 0 ? t('alarms.open', { count }) : t('navigation.admin.alarms');
  return <BellAndMenu console="admin" news={{ to: '/admin/alarms', count, title }} />;
}

interface MenuProps {
  readonly console: SessionConsole;
  /** Unread notices or open alarms. Phones show them only in the menu. */
  readonly news: { readonly to: string; readonly count: number; readonly title: string };
}

function BellAndMenu(props: MenuProps) {
  return (
    <>
      <Bell {...props.news} />
      <Menu {...props} />
    </>
  );
}

function Menu({ console, news }: MenuProps) {
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
          {...(news.count > 0 && { className: 'gpulease-unread' })}
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
        {console === 'user' && <DropdownLink to="/profile">{t('navigation.user.profile')}</DropdownLink>}
        <DropdownLink to={news.to}>{news.title}</DropdownLink>
        {console === 'user' ? (
          <>
            <DropdownLink to="/recharge">{t('recharge.title')}</DropdownLink>
            {support && <DropdownLink to={SUPPORT_PATH}>{t('support.title')}</DropdownLink>}
          </>
        ) : (
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

/** The bell with the number of new items. Phones have no room for it and show the number in the account menu. */
function Bell({ to, count, title }: MenuProps['news']) {
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
        aria-label={title}
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
