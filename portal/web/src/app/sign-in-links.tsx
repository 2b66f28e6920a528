import { ToolbarItem } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '../ui/links.tsx';
import { useSession } from './session.ts';

/** For visitors of the public pages: the ways in, or back to the console. */
export function SignInLinks() {
  const { t } = useTranslation();
  const session = useSession('user');
  if (session.isPending) return null;
  if (session.data?.user)
    return (
      <ToolbarItem>
        <LinkButton to="/workloads" variant="secondary">
          {t('shell.console')}
        </LinkButton>
      </ToolbarItem>
    );
  return (
    <>
      <ToolbarItem>
        <LinkButton to="/login" variant="secondary">
          {t('auth.signIn')}
        </LinkButton>
      </ToolbarItem>
      <ToolbarItem visibility={{ default: 'hidden', md: 'visible' }}>
        <LinkButton to="/register">{t('auth.register')}</LinkButton>
      </ToolbarItem>
    </>
  );
}
