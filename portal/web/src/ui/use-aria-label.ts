import { useEffect, type RefObject } from 'react';

/** Labels an element that a library names only in English or only once. The element may be removed and recreated. */
export function useAriaLabel(within: RefObject<HTMLElement | null>, selector: string, label: string): void {
  useEffect(() => {
    const root = within.current;
    if (!root) return;
    const name = () => root.querySelector(selector)?.setAttribute('aria-label', label);
    name();
    const observer = new MutationObserver(name);
    observer.observe(root, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [within, selector, label]);
}
