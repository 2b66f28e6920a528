import { PageSection, SkipToContent } from '@patternfly/react-core';
import { Suspense, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, NavigationType, useLocation, useNavigationType, useNavigation } from 'react-router-dom';
import { lazyPart } from '../ui/lazy-part.tsx';
import { LoadingLine, LoadingPage } from '../ui/loading.tsx';
import { MAIN_ID } from '../ui/main-area.ts';

/** Loaded after the first view, to be available when the network fails. */
const OfflineBanner = lazyPart(
  async () => (await import('../api/live/live-updates.tsx')).OfflineBanner,
  null,
);

export function PageContent() {
  return (
    <>
      <OfflineBanner />
      <NavigationProgress />
      <MainFocus />
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

export function SkipLink() {
  const { t } = useTranslation();
  return <SkipToContent href={`#${MAIN_ID}`}>{t('shell.skipToContent')}</SkipToContent>;
}

/** Focuses each new page and scrolls to its top. Going back restores the position, which browsers do only for the window. */
function MainFocus() {
  const { pathname, key } = useLocation();
  const type = useNavigationType();
  const tops = useRef(new Map<string, number>());
  const shown = useRef(pathname);
  // Runs before the browser reports its own scrolling on a shorter new page: the user did not choose that position.
  useLayoutEffect(() => {
    const main = document.getElementById(MAIN_ID);
    if (!main) return;
    if (shown.current !== pathname) {
      main.focus({ preventScroll: true });
      main.scrollTop = type === NavigationType.Pop ? (tops.current.get(key) ?? 0) : 0;
    }
    shown.current = pathname;
    const remember = () => tops.current.set(key, main.scrollTop);
    main.addEventListener('scroll', remember, { passive: true });
    return () => main.removeEventListener('scroll', remember);
  }, [pathname, key, type]);
  return null;
}

function NavigationProgress() {
  return useNavigation().state === 'idle' ? null : <LoadingLine />;
}
