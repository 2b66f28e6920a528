import '@patternfly/react-styles/css/components/Page/page.css';
import { ToolbarItem } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { useSession } from '../session/session.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { LinkButton } from '../ui/links.tsx';
import { MAIN_ID } from '../ui/main-area.ts';
import { AppMasthead } from './masthead.tsx';
import { PageContent, SkipLink } from './page-content.tsx';

/** Pages for everybody, without a menu. They look like PatternFly's Page, which would load drawers and focus traps. */
export function PublicShell() {
  return (
    <div className="pf-v6-c-page">
      <SkipLink />
      <AppMasthead tools={<SignInLinks />} />
      <div className="pf-v6-c-page__main-container pf-m-fill">
        <main id={MAIN_ID} className="pf-v6-c-page__main" tabIndex={-1}>
          <PageContent />
        </main>
      </div>
    </div>
  );
}

/** Most people on these pages are visitors, who do not need this code. */
const SignedInTools = lazyPart(async () => (await import('./signed-in-tools.tsx')).SignedInTools, null);

/** The links to sign in and register; for customers, the tools of the console. */
function SignInLinks() {
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
