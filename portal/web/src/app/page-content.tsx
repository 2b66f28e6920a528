import { PageSection, SkipToContent } from '@patternfly/react-core';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router-dom';
import { lazyPart } from '../ui/lazy-part.tsx';
import { LoadingPage } from '../ui/loading.tsx';
import { MAIN_ID } from '../ui/main-area.ts';
import { MainFocus } from './main-focus.tsx';
import { NavigationProgress } from './navigation-progress.tsx';

/** Comes after the first sight, and is here before the network can go. */
const OfflineBanner = lazyPart(
  async () => (await import('../api/live/live-updates.tsx')).OfflineBanner,
  null,
);

/** The page within a layout, and what is said above it about the connection. */
export function PageContent() {
  return (
    <>
      <OfflineBanner />
      <NavigationProgress />
      <MainFocus mainId={MAIN_ID} />
      <Suspense
        fallback={
          <PageSection isFilled>
            <LoadingPage />
          </PageSection>
        }
      >
        <Outlet />
      </Suspense>
    </>
  );
}

/** Leads past masthead and menu for who uses the keyboard. */
export function SkipLink() {
  const { t } = useTranslation();
  return <SkipToContent href={`#${MAIN_ID}`}>{t('shell.skipToContent')}</SkipToContent>;
}
