/**
 * Pages as a visitor sees them first, rendered on the server: they can be read, and their links followed, before the scripts
 * are there. Built for Node beside the application; the server gives the HTML out.
 */
import type { Language } from '@gpulease/contract/enums';
import type { OperationId } from '@gpulease/contract/endpoints';
import { QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { renderToString } from 'react-dom/server';
import { initReactI18next } from 'react-i18next';
import { createMemoryRouter, type RouteObject } from 'react-router-dom';
import { queryKey } from '../api/queries.ts';
import { App } from '../app/app.tsx';
import { PublicShell } from '../app/public-shell.tsx';
import { en } from '../i18n/locales/en/index.ts';
import { zh } from '../i18n/locales/zh/index.ts';
import { AdminLoginPage } from '../features/sign-in/admin-login-page.tsx';
import { LoginPage } from '../features/sign-in/login-page.tsx';
import { HomePage } from '../features/offers/home-page.tsx';
import { firstReads, type FirstRead } from './first-reads.ts';

const routes: RouteObject[] = [
  { Component: PublicShell, children: [{ path: '/', Component: HomePage }] },
  { path: '/login', Component: LoginPage },
  { path: '/admin/login', Component: AdminLoginPage },
];

export { paths } from './paths.ts';

/** Answers a read as the API does to a visitor. */
type Read = (read: FirstRead) => Promise<unknown>;

const ready = i18next.use(initReactI18next).init({
  fallbackLng: 'zh',
  resources: { zh: { translation: zh }, en: { translation: en } },
  interpolation: { escapeValue: false },
});

/** The HTML of the page at a path; its reads are answered by `read`. Throws what `read` throws. */
export async function render(path: string, language: Language, read: Read): Promise<string> {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, gcTime: Infinity } } });
  const reads = firstReads(path);
  const answers = await Promise.all(reads.map(read));
  reads.forEach(({ operation, input }, index) =>
    client.setQueryData(queryKey<OperationId>(operation, input), answers[index]),
  );
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  await ready;
  return inLanguage(language, () => renderToString(<App client={client} router={router} />));
}

let last: Promise<unknown> = ready;

/** One after the other, since all share the language. */
function inLanguage(language: Language, work: () => string): Promise<string> {
  const done = last.then(async () => {
    await i18next.changeLanguage(language);
    return withoutDeadControls(work());
  });
  last = done.catch(() => undefined);
  return done;
}

/**
 * Links, fields and the button that sends a form work before the scripts are there; other buttons and choices do nothing yet, so
 * nobody can reach them. A form is of the one kind that the browser itself never sends: it would put a password into the address.
 */
function withoutDeadControls(html: string): string {
  return html
    .replaceAll(/<(button|select)(?=[\s>])(?![^>]* type="submit")/g, '<$1 inert=""')
    .replaceAll(/<form(?=[\s>])/g, '<form method="dialog"');
}
