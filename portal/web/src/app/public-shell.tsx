import { Page } from '@patternfly/react-core';
import { AppMasthead } from './masthead.tsx';
import { MAIN_ID, PageContent, SkipLink } from './page-content.tsx';
import { SignInLinks } from './sign-in-links.tsx';

/** Pages for everybody, without a menu. */
export function PublicShell() {
  return (
    <Page
      masthead={<AppMasthead tools={<SignInLinks />} />}
      skipToContent={<SkipLink />}
      mainContainerId={MAIN_ID}
      isContentFilled
    >
      <PageContent />
    </Page>
  );
}
