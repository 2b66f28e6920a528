import { PageSection, SkipToContent } from '@patternfly/react-core';
import { Suspense, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, NavigationType, useLocation, useNavigationType, useNavigation } from 'react-router-dom';
import { lazyPart } from '../ui/lazy-part.tsx';
import { LoadingLine } from '../ui/loading-line.tsx';
import { LoadingPage } from '../ui/loading.tsx';
import { MAIN_ID } from '../ui/main-area.ts';

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

/** Leads past masthead and menu for who uses the keyboard. */
export function SkipLink() {
  const { t } = useTranslation();
  return <SkipToContent href={`#${MAIN_ID}`}>{t('shell.skipToContent')}</SkipToContent>;
}

/**
 * On another page the focus goes to its content and the view to its top, as when a browser loads a page; going back
 * returns to where one was. PatternFly scrolls the main part, which the browser's own memory does not cover.
 */
function MainFocus() {
  const { pathname, key } = useLocation();
  const type = useNavigationType();
  const tops = useRef(new Map<string, number>());
  const shown = useRef(pathname);
  // Before the browser tells that it has scrolled the shorter new page, which is no place that anybody chose.
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

/** A thin moving line while the code of the next page is on its way. */
function NavigationProgress() {
  return useNavigation().state === 'idle' ? null : <LoadingLine />;
}
