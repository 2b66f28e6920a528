import { useLayoutEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';

/**
 * On another page the focus goes to its content and the view to its top, as when a browser loads a page; going back
 * returns to where one was. PatternFly scrolls the main part, which the browser's own memory does not cover.
 */
export function MainFocus({ mainId }: { readonly mainId: string }) {
  const { pathname, key } = useLocation();
  const type = useNavigationType();
  const tops = useRef(new Map<string, number>());
  const shown = useRef(pathname);
  // Before the browser tells that it has scrolled the shorter new page, which is no place that anybody chose.
  useLayoutEffect(() => {
    const main = document.getElementById(mainId);
    if (!main) return;
    if (shown.current !== pathname) {
      main.focus({ preventScroll: true });
      main.scrollTop = type === NavigationType.Pop ? (tops.current.get(key) ?? 0) : 0;
    }
    shown.current = pathname;
    const remember = () => tops.current.set(key, main.scrollTop);
    main.addEventListener('scroll', remember, { passive: true });
    return () => main.removeEventListener('scroll', remember);
  }, [mainId, pathname, key, type]);
  return null;
}
