import '@patternfly/react-styles/css/components/Page/page.css';
import { ToolbarItem } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { useSession } from '../session/session.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { LinkButton } from '../ui/links.tsx';
import { MAIN_ID } from '../ui/main-area.ts';
import { AppMasthead } from './masthead.tsx';
import { PageContent, SkipLink } from './page-content.tsx';

/** Most users of these pages are visitors, who do not need this code. */
const UserShell = lazyPart(async () => (await import('./shell.tsx')).UserShell);

/** The layout of public pages. Customers see them inside their console. */
export function PublicShell() {
  const isCustomer = useSession('user').data?.user != null;
  return isCustomer ? <UserShell /> : <VisitorShell />;
}

/** A layout without a menu. Mimics PatternFly's Page, which would load drawers and focus traps. */
function VisitorShell() {
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

function SignInLinks() {
  const { t } = useTranslation();
  if (useSession('user').isPending) return null;
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
