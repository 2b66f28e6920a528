import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';

/** Resolves once the browser has painted the rendered page; immediately if there is none, or in a background tab, which draws no frames. */
export function renderedPageShown(): Promise<void> {
  if (document.hidden || !document.documentElement.hasAttribute('data-rendered')) return Promise.resolve();
  return new Promise((resolve) => {
    // Frame callbacks run before the paint; the next task runs after it.
    requestAnimationFrame(() => setTimeout(resolve));
    document.addEventListener('visibilitychange', () => resolve(), { once: true });
  });
}

/** Replaces the server-rendered page with the application, keeping the scroll position and the focused link. */
export function takeOver(root: HTMLElement, application: ReactNode): void {
  const scrollTop = mainIn(root)?.scrollTop ?? 0;
  const address = linksIn(root)
    .find((link) => link === document.activeElement)
    ?.getAttribute('href');
  flushSync(() => createRoot(root).render(application));
  document.documentElement.removeAttribute('data-rendered');
  document.documentElement.classList.remove('gpulease-hidden-page');
  const main = mainIn(root);
  if (main) main.scrollTop = scrollTop;
  if (address === undefined) return;
  const link = linksIn(root).find((one) => one.getAttribute('href') === address);
  link?.focus({ preventScroll: true });
}

const linksIn = (root: HTMLElement) => [...root.querySelectorAll<HTMLElement>('a[href]')];
const mainIn = (root: HTMLElement) => root.querySelector('main');
