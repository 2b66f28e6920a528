/** Renders the visitor's home page on the server, so that its text and links work before the scripts load. */
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
import { HomePage } from '../features/home/home-page.tsx';
import { firstReads, type FirstRead } from './first-reads.ts';

const routes: RouteObject[] = [{ Component: PublicShell, children: [{ path: '/', Component: HomePage }] }];

/** Answers a read as the API would for a visitor. */
type Read = (read: FirstRead) => Promise<unknown>;

const ready = i18next.use(initReactI18next).init({
  fallbackLng: 'zh',
  resources: { zh: { translation: zh }, en: { translation: en } },
  interpolation: { escapeValue: false },
});

/** Returns the HTML of the home page; `read` answers its reads. Throws what `read` throws. */
export async function render(language: Language, read: Read): Promise<string> {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, gcTime: Infinity } } });
  const reads = firstReads('/');
  const answers = await Promise.all(reads.map(read));
  reads.forEach(({ operation, input }, index) =>
    client.setQueryData(queryKey<OperationId>(operation, input), answers[index]),
  );
  const router = createMemoryRouter(routes);
  await ready;
  return inLanguage(language, () => renderToString(<App client={client} router={router} />));
}

let last: Promise<unknown> = ready;

/** Runs one at a time, because all share the i18next language. */
function inLanguage(language: Language, work: () => string): Promise<string> {
  const done = last.then(async () => {
    await i18next.changeLanguage(language);
    return work();
  });
  last = done.catch(() => undefined);
  return done;
}
