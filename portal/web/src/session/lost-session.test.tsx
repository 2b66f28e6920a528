import { beforeEach, expect, it } from '@jest/globals';
import type { Session } from '@gpulease/contract/auth';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Answers } from '../testing/fake-api.ts';
import { renderApp } from '../testing/render-app.tsx';
import { aConfig, anAdminSession, aUser, aUserSession, aWorkload, nobody } from '../testing/samples.ts';

beforeEach(() => sessionStorage.clear());

interface Console {
  readonly as: 'admin' | 'user';
  readonly path: string;
  readonly answers: Answers;
}

const ended = 'Your session has ended';
const signInDialog = async () => within(await screen.findByRole('dialog', { name: ended }));

/** Opens a console whose session can be lost and regained by the same user or another. */
async function open({ as, path, answers }: Console) {
  const operation = as === 'admin' ? 'getAdminSession' : 'getSession';
  let session: Session = as === 'admin' ? anAdminSession : aUserSession;
  let next = session;
  const signIn = () => (session = next);
  const app = await renderApp({
    path,
    as,
    language: 'en',
    answers: { login: signIn, adminLogin: signIn, ...answers, [operation]: () => session },
  });
  const become = (other: Session) => {
    session = other;
    return act(() => app.client.invalidateQueries({ queryKey: [operation] }));
  };
  return {
    ...app,
    become,
    lose: async () => {
      await become(nobody);
      await signInDialog();
      expect(app.router.state.location.pathname + app.router.state.location.search).toBe(path);
    },
    /** Signs in through the dialog; the server responds with the session `other`. */
    signIn: async (other: Session) => {
      next = other;
      const dialog = await signInDialog();
      await userEvent.type(dialog.getByLabelText(/^Password/, { selector: 'input' }), 'Passw0rd');
      await userEvent.click(dialog.getByRole('button', { name: 'Sign in' }));
      await waitFor(() => expect(screen.queryByRole('dialog', { name: ended })).toBeNull());
    },
  };
}

const userPage: Console = { as: 'admin', path: '/admin/users/edit/demo', answers: { getUser: aUser } };
const another: Session = {
  ...anAdminSession,
  user: {
    username: 'another',
    role: 'ADMIN',
    language: null,
    mustChangePassword: false,
    mustSetUpSecondFactor: false,
  },
};

async function fillInDebit() {
  await userEvent.click(await screen.findByRole('button', { name: 'Adjust balance' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(await dialog.findByRole('radio', { name: 'Debit' }));
  await userEvent.type(dialog.getByRole('textbox', { name: /Amount/ }), '12.50');
  await userEvent.type(dialog.getByRole('textbox', { name: /Reason/ }), 'Booked twice');
}

const adjustment = async () => within(await screen.findByRole('dialog', { name: /Adjust the balance/ }));

it('asks to sign in again over the page and keeps its dialog as filled in', async () => {
  const { lose, signIn } = await open(userPage);
  await fillInDebit();
  await lose();
  await signIn(anAdminSession);
  const dialog = await adjustment();
  expect(dialog.getByRole('radio', { name: 'Debit' })).toBeChecked();
  expect(dialog.getByRole('textbox', { name: /Amount/ })).toHaveValue('12.50');
  expect(dialog.getByRole('textbox', { name: /Reason/ })).toHaveValue('Booked twice');
});

it('shows the page to no other user, and drops the typed input even for the first user', async () => {
  const { client, lose, signIn, become, router } = await open({
    ...userPage,
    answers: { getUser: { ...aUser, email: 'private@example.com' } },
  });
  const shown = await screen.findByLabelText(/Email/);
  expect(shown).toHaveValue('private@example.com');
  await fillInDebit();
  await lose();
  await signIn(another);
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/overview'));
  expect(screen.queryByDisplayValue('private@example.com')).toBeNull();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(client.getQueryCache().findAll({ queryKey: ['getUser'] })).toEqual([]);
  await become(anAdminSession);
  await screen.findByRole('button', { name: 'Account menu for admin' });
  await act(() => router.navigate(userPage.path));
  await screen.findByRole('button', { name: 'Adjust balance' });
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('leaves the page without asking when another tab signs in as another user', async () => {
  const { become, router } = await open(userPage);
  await userEvent.type(await screen.findByLabelText(/Email/), 'private@example.com');
  await become(another);
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/overview'));
  expect(screen.queryByDisplayValue('private@example.com')).toBeNull();
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('does not reopen a closed dialog', async () => {
  const { lose, signIn } = await open(userPage);
  await fillInDebit();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await lose();
  await signIn(anAdminSession);
  await userEvent.click(await screen.findByRole('button', { name: 'Adjust balance' }));
  expect(await screen.findByRole('textbox', { name: /Amount/ })).toHaveValue('');
});

it('keeps the input of a dialog that confirms a dangerous action', async () => {
  const { lose, signIn } = await open(userPage);
  await userEvent.click(await screen.findByRole('button', { name: 'Deactivate' }));
  await userEvent.type(await screen.findByRole('textbox', { name: /Type/ }), 'demo');
  await userEvent.type(screen.getByRole('textbox', { name: /Reason/ }), 'Mines coins');
  await lose();
  await signIn(anAdminSession);
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByRole('textbox', { name: /Reason/ })).toHaveValue('Mines coins');
  expect(dialog.getByRole('textbox', { name: /Type/ })).toHaveValue('demo');
});

it('stays open on Escape and on going back, and so does the dialog below it', async () => {
  const { lose, signIn, router } = await open(userPage);
  await fillInDebit();
  await lose();
  await userEvent.keyboard('{Escape}');
  await act(() => router.navigate(-1));
  await signIn(anAdminSession);
  expect((await adjustment()).getByRole('textbox', { name: /Reason/ })).toHaveValue('Booked twice');
});

it('fills in the username, and reloads the shown data after signing in', async () => {
  const { api, lose, signIn } = await open(userPage);
  await screen.findByLabelText(/Email/);
  await lose();
  expect((await signInDialog()).getByLabelText(/^Username/, { selector: 'input' })).toHaveValue('admin');
  expect((await signInDialog()).getByLabelText(/^Password/, { selector: 'input' })).toHaveFocus();
  const asked = api.of('getUser').length;
  await signIn(anAdminSession);
  await waitFor(() => expect(api.of('getUser').length).toBeGreaterThan(asked));
});

it('requests the second factor in the same dialog', async () => {
  const { lose } = await open({
    ...userPage,
    answers: {
      getUser: aUser,
      adminLogin: {
        user: null,
        expiresAt: null,
        secondFactor: { token: 'second', expiresAt: '2026-03-01T10:10:00Z' },
      },
      finishAdminLogin: anAdminSession,
    },
  });
  await fillInDebit();
  await lose();
  const first = await signInDialog();
  await userEvent.type(first.getByLabelText(/^Password/, { selector: 'input' }), 'Passw0rd');
  await userEvent.click(first.getByRole('button', { name: 'Sign in' }));
  const second = within(await screen.findByRole('dialog', { name: 'Two-step verification' }));
  await userEvent.type(await second.findByLabelText(/code/i, { selector: 'input' }), '123456');
  await userEvent.click(second.getByRole('button', { name: 'Sign in' }));
  expect((await adjustment()).getByRole('textbox', { name: /Reason/ })).toHaveValue('Booked twice');
});

it('opens single sign-on in another tab and notices when it is done', async () => {
  let session: Session = anAdminSession;
  const { client } = await renderApp({
    path: userPage.path,
    as: 'admin',
    language: 'en',
    answers: {
      ...userPage.answers,
      getConfig: { ...aConfig, singleSignOn: true },
      getAdminSession: () => session,
    },
  });
  await fillInDebit();
  session = nobody;
  await act(() => client.invalidateQueries({ queryKey: ['getAdminSession'] }));
  const link = (await signInDialog()).getByRole('link', { name: /Single sign-on/ });
  expect(link).toHaveAttribute('target', '_blank');
  expect(link).toHaveAttribute('href', '/api/v1/admin/auth/oidc/start');
  session = anAdminSession;
  act(() => void window.dispatchEvent(new Event('focus')));
  expect((await adjustment()).getByRole('textbox', { name: /Reason/ })).toHaveValue('Booked twice');
});

it('can be left for the sign-in page, which leads back to the page', async () => {
  const { lose, router } = await open(userPage);
  await userEvent.type(await screen.findByLabelText(/Email/), 'private@example.com');
  await lose();
  await userEvent.click((await signInDialog()).getByRole('button', { name: 'Leave this page' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/login'));
  expect(router.state.location.search).toBe(`?returnTo=${encodeURIComponent(userPage.path)}`);
});

it("does not disturb an operator when a customer's session ends in the same browser", async () => {
  let customer: Session = aUserSession;
  const getSession = () => customer;
  const { client } = await open({ ...userPage, answers: { getUser: aUser, getSession } });
  await fillInDebit();
  customer = nobody;
  await act(() => client.invalidateQueries({ queryKey: ['getSession'] }));
  expect(screen.getByRole('textbox', { name: /Reason/ })).toHaveValue('Booked twice');
  expect(client.getQueryData(['getUser', { params: { username: 'demo' } }])).toBeDefined();
});

it('keeps the input of all forms on a page', async () => {
  const gpus = { of: 'gpus', used: 3, limit: 4, platformDefault: null } as const;
  const getUserQuotas = { etag: '3', managedBy: null, items: [gpus] };
  const { lose, signIn } = await open({ ...userPage, answers: { getUser: aUser, getUserQuotas } });
  await userEvent.clear(await screen.findByLabelText('GPUs'));
  await userEvent.type(screen.getByLabelText('GPUs'), '8');
  await userEvent.type(screen.getByLabelText(/Email/), 'demo@example.com');
  await lose();
  await signIn(anAdminSession);
  expect(await screen.findByLabelText('GPUs')).toHaveValue(8);
  expect(screen.getByLabelText(/Email/)).toHaveValue('demo@example.com');
});

it("keeps a machine's settings open, including added rows", async () => {
  const machine = { ...aWorkload, ports: [] };
  const { lose, signIn } = await open({
    as: 'user',
    path: `/workloads/${machine.name}?tab=network`,
    answers: { getWorkload: machine },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Add port' }));
  const wished = await screen.findByRole('spinbutton', { name: /Preferred public port/ });
  await userEvent.clear(wished);
  await userEvent.type(wished, '9090');
  await lose();
  await signIn(aUserSession);
  expect(await screen.findByRole('spinbutton', { name: /Preferred public port/ })).toHaveValue(9090);
});

const adjusted = {
  id: '7',
  user: 'demo',
  amount: '-12.50',
  collected: '0.00',
  balanceAfter: '100.00',
  operator: 'admin',
  reason: 'Booked twice',
  createdAt: '2026-03-01T10:00:00Z',
};

it('retries with the same idempotency key, so that an unanswered call is not repeated', async () => {
  let isLost = true;
  const createAdjustment = () => {
    if (isLost) throw new TypeError('Failed to fetch');
    return { ...adjusted };
  };
  const { api, lose, signIn } = await open({ ...userPage, answers: { getUser: aUser, createAdjustment } });
  await fillInDebit();
  const send = async () =>
    userEvent.click((await adjustment()).getByRole('button', { name: 'Adjust balance' }));
  await send();
  await screen.findByText(/connection/i);
  await lose();
  await signIn(anAdminSession);
  isLost = false;
  await send();
  await waitFor(() => expect(api.of('createAdjustment')).toHaveLength(2));
  const [first, second] = api.of('createAdjustment').map(({ headers }) => headers['idempotency-key']);
  expect(second).toBe(first);
});

it('leaves no typed input to the next user after a sign-out', async () => {
  let session: Session = anAdminSession;
  const adminLogout = () => {
    session = nobody;
    return undefined;
  };
  const answers = { getUser: aUser, getAdminSession: () => session, adminLogout } as Answers;
  await renderApp({ path: '/admin/users/edit/demo', as: 'admin', language: 'en', answers });
  await userEvent.type(await screen.findByLabelText(/Email/), 'private@example.com');
  await userEvent.click(await screen.findByRole('button', { name: /Account|admin/ }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Sign out' }));
  expect(await screen.findByLabelText(/Password/)).toBeVisible();
  expect(JSON.stringify(Object.entries(sessionStorage))).not.toContain('private@example.com');
});
