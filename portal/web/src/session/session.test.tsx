import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Session } from '@gpulease/contract/auth';
import { ApiRefusal, pageOf } from '../testing/fake-api.ts';
import { renderApp } from '../testing/render-app.tsx';
import { aUserSession, aWorkload, nobody } from '../testing/samples.ts';

/** A channel between browser tabs; this test is one of them. */
class OpenChannel {
  static readonly all = new Set<OpenChannel>();
  readonly name: string;
  onmessage: ((event: { data: unknown }) => void) | null = null;

  constructor(name: string) {
    this.name = name;
    OpenChannel.all.add(this);
  }

  postMessage(data: unknown): void {
    for (const other of OpenChannel.all)
      if (other !== this && other.name === this.name) other.onmessage?.({ data });
  }

  close(): void {
    OpenChannel.all.delete(this);
  }
}

const silent = globalThis.BroadcastChannel;
beforeEach(() => void Object.assign(globalThis, { BroadcastChannel: OpenChannel }));
afterEach(() => void Object.assign(globalThis, { BroadcastChannel: silent }));

const another: Session = {
  ...aUserSession,
  user: {
    username: 'another',
    role: 'USER',
    language: null,
    mustChangePassword: false,
    mustSetUpSecondFactor: false,
  },
};

it('shows nothing of the previous account after another tab signs in to a different one', async () => {
  let session = aUserSession;
  const { api } = await renderApp({
    path: '/workloads',
    language: 'en',
    answers: {
      getSession: () => session,
      listWorkloads: () =>
        pageOf([{ ...aWorkload, name: session === aUserSession ? 'of-demo' : 'of-another' }]),
    },
  });
  await screen.findByText('of-demo');
  session = another;
  new OpenChannel('gpulease-session').postMessage({ console: 'user', isSignOut: false });
  await screen.findByText('of-another');
  expect(screen.queryByText('of-demo')).toBeNull();
  expect(api.of('getSession').length).toBeGreaterThan(1);
});

it('keeps a half-filled form when another tab signs in to the same account', async () => {
  let answer: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => (answer = resolve));
  let isFirst = true;
  const { client } = await renderApp({
    path: '/workloads',
    language: 'en',
    answers: {
      getSession: async () => {
        if (!isFirst) await asked;
        isFirst = false;
        return aUserSession;
      },
      listWorkloads: pageOf([aWorkload]),
    },
  });
  const search = await screen.findByRole('textbox', { name: 'Search by name' });
  await userEvent.type(search, 'tra');
  act(() => new OpenChannel('gpulease-session').postMessage({ console: 'user', isSignOut: false }));
  await userEvent.type(search, 'in');
  answer();
  await waitFor(() => expect(client.isFetching({ queryKey: ['getSession'] })).toBe(0));
  expect(search).toBeVisible();
  expect(search).toHaveValue('train');
});

it('announces a sign-out only to other tabs, and clears its own data', async () => {
  let session = aUserSession;
  const { api, router, client } = await renderApp({
    path: '/workloads',
    language: 'en',
    answers: {
      getSession: () => session,
      listWorkloads: pageOf([aWorkload]),
      logout: () => {
        session = nobody;
        return undefined;
      },
    },
  });
  sessionStorage.setItem('workload-draft', '{"name":"box"}');
  const heard: unknown[] = [];
  new OpenChannel('gpulease-session').onmessage = ({ data }) => heard.push(data);
  await screen.findByText(aWorkload.name);
  const asked = api.of('getSession').length;
  await userEvent.click(screen.getByRole('button', { name: 'Account menu for demo' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Sign out' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
  // The next user may be another.
  expect(router.state.location.search).toBe('');
  expect(sessionStorage.getItem('workload-draft')).toBeNull();
  expect(heard).toEqual([{ console: 'user', isSignOut: true }]);
  expect(api.of('getSession')).toHaveLength(asked);
  expect(client.getQueryCache().findAll({ queryKey: ['listWorkloads'] })).toEqual([]);
});

it('clears the page after another tab signs out, and does not return to it', async () => {
  const { router, client } = await renderApp({
    path: '/workloads',
    language: 'en',
    answers: { listWorkloads: pageOf([aWorkload]) },
  });
  await screen.findByText(aWorkload.name);
  act(() => new OpenChannel('gpulease-session').postMessage({ console: 'user', isSignOut: true }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
  expect(router.state.location.search).toBe('');
  expect(screen.queryByText(aWorkload.name)).toBeNull();
  expect(client.getQueryCache().findAll({ queryKey: ['listWorkloads'] })).toEqual([]);
});

it('returns to a page opened after a sign-out', async () => {
  const { router } = await renderApp({
    path: '/workloads',
    language: 'en',
    answers: { listWorkloads: pageOf([aWorkload]), logout: () => undefined },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Account menu for demo' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Sign out' }));
  await screen.findByLabelText(/^Password/, { selector: 'input' });
  await act(() => router.navigate('/billing'));
  await waitFor(() => expect(router.state.location.search).toBe('?returnTo=%2Fbilling'));
});

it('shows unread notices in the account menu, because phones have no bell', async () => {
  const listNotices = { ...pageOf([]), unread: 3 };
  const { router } = await renderApp({ path: '/workloads', language: 'en', answers: { listNotices } });
  await userEvent.click(await screen.findByRole('button', { name: 'Account menu for demo' }));
  const notices = await screen.findByRole('menuitem', { name: '3 unread notifications' });
  // A link, so that it can be opened in another tab.
  expect(notices).toHaveAttribute('href', '/notices');
  await userEvent.click(notices);
  await waitFor(() => expect(router.state.location.pathname).toBe('/notices'));
});

it('reports that signing out failed', async () => {
  await renderApp({
    path: '/workloads',
    language: 'en',
    answers: {
      listWorkloads: pageOf([aWorkload]),
      logout: () => {
        throw new ApiRefusal(503, { code: 'SERVER_ERROR', requestId: 'r-3' });
      },
    },
  });
  await screen.findByText(aWorkload.name);
  await userEvent.click(screen.getByRole('button', { name: 'Account menu for demo' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Sign out' }));
  await screen.findByText('r-3');
});
