import '@patternfly/react-styles/css/components/Page/page.css';
import { AppMasthead } from './masthead.tsx';
import { MAIN_ID } from '../ui/main-area.ts';
import { PageContent, SkipLink } from './page-content.tsx';
import { SignInLinks } from './sign-in-links.tsx';

/** Pages for everybody, without a menu. They look as PatternFly's page, which would load drawers and focus traps. */
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
