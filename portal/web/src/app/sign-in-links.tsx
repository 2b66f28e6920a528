import { ToolbarItem } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../ui/lazy-part.tsx';
import { LinkButton } from '../ui/links.tsx';
import { useSession } from '../session/session.ts';

/** Visitors are more than customers on these pages, and need none of it. */
const SignedInTools = lazyPart(async () => (await import('./signed-in-tools.tsx')).SignedInTools, null);

/** For visitors of the public pages: the ways in; for customers, what the console shows of them. */
export function SignInLinks() {
  const { t } = useTranslation();
  const session = useSession('user');
  if (session.isPending) return null;
  if (session.data?.user) return <SignedInTools />;
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
