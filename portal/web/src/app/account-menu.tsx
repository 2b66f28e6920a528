import { Button } from '@patternfly/react-core';
import { RhUiNotificationFillIcon, UserIcon } from '@patternfly/react-icons';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../ui/lazy-part.tsx';

/** Menus are a lot of code that the first view does not need. */
const loadUserMenu = async () => (await import('./user-menu.tsx')).UserMenu;
export const AccountMenu = {
  user: lazyPart(loadUserMenu, <UserMenuLoading bell="notice.title" />),
  admin: lazyPart(loadUserMenu, <UserMenuLoading bell="navigation.admin.alarms" />),
};

/** Reserves the room of the bell and the menu, with an accessible name for the icon. */
function UserMenuLoading({ bell }: { readonly bell: 'notice.title' | 'navigation.admin.alarms' }) {
  const { t } = useTranslation();
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
