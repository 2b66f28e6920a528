import type { QueryClient } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { createMemoryRouter, type DataRouter } from 'react-router-dom';
import { createQueryClient } from '../api/queries.ts';
import { App } from '../app/app.tsx';
import { routes } from '../app/router.tsx';
import { changeLanguage, startI18n } from '../i18n/i18n.ts';
import { fakeApi, pageOf, type Answers, type FakeApi } from './fake-api.ts';
import { aBalance, aConfig, anAdminSession, aUserSession, nobody } from './samples.ts';

const noNotices = { ...pageOf([]), unread: 0 };

const noSecondFactor = { enabledAt: null, recoveryCodesLeft: 0, hasPassword: true };

const sessions = {
  visitor: { getSession: nobody, getAdminSession: nobody },
  user: {
    ...{ getSession: aUserSession, getAdminSession: nobody, getBalance: aBalance },
    getSecondFactor: noSecondFactor,
    ...{ listNotices: noNotices, listStockAlerts: pageOf([]), listWorkloads: pageOf([]) },
  },
  admin: { getSession: nobody, getAdminSession: anAdminSession, getAdminSecondFactor: noSecondFactor },
} as const satisfies Record<string, Answers>;

interface AppInTest {
  readonly api: FakeApi;
  readonly client: QueryClient;
  readonly router: DataRouter;
}

interface Scene {
  readonly path: string;
  readonly as?: keyof typeof sessions;
  readonly language?: 'zh' | 'en';
  readonly answers?: Answers;
}

/** Renders the whole application at a path, against a portal with these answers. */
export async function renderApp({ path, as = 'user', language = 'zh', answers }: Scene): Promise<AppInTest> {
  localStorage.setItem('language', language);
  await startI18n();
  await changeLanguage(language);
  const api = fakeApi({ getConfig: aConfig, ...sessions[as], ...answers });
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  const client = createQueryClient();
  render(<App client={client} router={router} />);
  return { api, client, router };
}
