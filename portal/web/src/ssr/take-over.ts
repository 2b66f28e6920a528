import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';

/** Resolves once the browser has painted the rendered page; at once without one, or in the background, where no frames are drawn. */
export function renderedPageShown(): Promise<void> {
  if (document.hidden || !document.documentElement.hasAttribute('data-rendered')) return Promise.resolve();
  return new Promise((resolve) => {
    // The callbacks of a frame run before it is painted, the next task after it.
    requestAnimationFrame(() => setTimeout(resolve));
    document.addEventListener('visibilitychange', () => resolve(), { once: true });
  });
}

/** Shows the application in place of the page that the server rendered, where the visitor has scrolled and tabbed to. */
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
