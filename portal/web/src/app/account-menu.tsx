import { Button } from '@patternfly/react-core';
import { RhUiNotificationFillIcon, UserIcon } from '@patternfly/react-icons';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../ui/lazy-part.tsx';

/** Menus are a lot of code that the first view does not need. */
const loadUserMenu = async () => (await import('./user-menu.tsx')).UserMenu;
export const AccountMenu = {
  user: lazyPart(loadUserMenu, <UserMenuLoading hasNotices />),
  admin: lazyPart(loadUserMenu, <UserMenuLoading />),
};

/** Reserves the room of the bell and the menu, with an accessible name for the icon. */
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
