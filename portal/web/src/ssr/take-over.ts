import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';

/** What a visitor has done on a page before its scripts were there. */
interface Done {
  readonly typed: ReadonlyMap<string, string>;
  /** The name of the field that has the focus, or the address of the link. */
  readonly focused: string | undefined;
  readonly scrollTop: number;
  /** Whether the page's form was sent, which boot.js marks. */
  readonly isSent: boolean;
}

/**
 * Resolves once the browser has shown the page that the server rendered, so that no script holds it back. At once where
 * there is none, or where nobody looks: browsers draw no frames of a page in the background.
 */
export function renderedPageShown(): Promise<void> {
  if (document.hidden || !document.documentElement.hasAttribute('data-rendered')) return Promise.resolve();
  return new Promise((resolve) => {
    // The callbacks of a frame run before it is painted, the next task after it.
    requestAnimationFrame(() => setTimeout(resolve));
    document.addEventListener('visibilitychange', () => resolve(), { once: true });
  });
}

/** Shows the application in place of the page that the server rendered, and goes on where the visitor is. */
export function takeOver(root: HTMLElement, application: ReactNode): void {
  const done = doneIn(root);
  flushSync(() => createRoot(root).render(application));
  document.documentElement.removeAttribute('data-rendered');
  document.documentElement.classList.remove('gpulease-hidden-page');
  goOn(root, done);
}

const fieldsIn = (root: HTMLElement) => [...root.querySelectorAll<HTMLInputElement>('input[name]')];
const mainIn = (root: HTMLElement) => root.querySelector('main');
const nameOf = (element: Element | null) =>
  element?.getAttribute('name') ?? element?.getAttribute('href') ?? undefined;

function doneIn(root: HTMLElement): Done {
  const { activeElement } = document;
  return {
    typed: new Map(fieldsIn(root).flatMap(({ name, value }) => (value ? [[name, value]] : []))),
    focused: root.contains(activeElement) ? nameOf(activeElement) : undefined,
    scrollTop: mainIn(root)?.scrollTop ?? 0,
    isSent: root.querySelector('form[data-sent]') !== null,
  };
}

function goOn(root: HTMLElement, { typed, focused, scrollTop, isSent }: Done): void {
  for (const field of fieldsIn(root)) {
    const value = typed.get(field.name);
    if (value !== undefined) type(field, value);
  }
  const main = mainIn(root);
  if (main) main.scrollTop = scrollTop;
  const controls =
    focused === undefined ? [] : [...root.querySelectorAll<HTMLElement>('input[name], a[href]')];
  controls.find((control) => nameOf(control) === focused)?.focus({ preventScroll: true });
  if (isSent) root.querySelector('form')?.requestSubmit();
}

/** React hears of a value only when it is set past its own setter. */
function type(field: HTMLInputElement, value: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
