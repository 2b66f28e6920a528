import { Button } from '@patternfly/react-core';
import { RhUiNotificationFillIcon, UserIcon } from '@patternfly/react-icons';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../ui/lazy-part.tsx';

/** Menus are much code that nobody needs at the first sight. */
const loadUserMenu = async () => (await import('./user-menu.tsx')).UserMenu;
export const AccountMenu = {
  user: lazyPart(loadUserMenu, <UserMenuLoading hasNotices />),
  admin: lazyPart(loadUserMenu, <UserMenuLoading />),
};

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
