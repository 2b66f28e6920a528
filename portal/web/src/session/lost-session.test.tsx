import { beforeEach, expect, it } from '@jest/globals';
import type { Session } from '@gpulease/contract/auth';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Answers } from '../testing/fake-api.ts';
import { renderApp } from '../testing/render-app.tsx';
import { anAdminSession, aUser, aUserSession, aWorkload, nobody } from '../testing/samples.ts';

beforeEach(() => sessionStorage.clear());

interface Console {
  readonly as: 'admin' | 'user';
  readonly path: string;
  readonly answers: Answers;
}

/** A console whose session can be lost, and had again by the same user or another. */
async function open({ as, path, answers }: Console) {
  const operation = as === 'admin' ? 'getAdminSession' : 'getSession';
  let session: Session = as === 'admin' ? anAdminSession : aUserSession;
  const app = await renderApp({
    path,
    as,
    language: 'en',
    answers: { ...answers, [operation]: () => session },
  });
  const become = (next: Session) => {
    session = next;
    return app.client.invalidateQueries({ queryKey: [operation] });
  };
  return {
    ...app,
    lose: async () => {
      await become(nobody);
      expect(await screen.findByLabelText(/Password/)).toBeVisible();
      expect(screen.getByText('Sign in to continue to the page you asked for.')).toBeVisible();
      expect(app.router.state.location.pathname).toMatch(/\/login$/);
      expect(screen.queryByRole('dialog')).toBeNull();
    },
    signIn: async (next: Session) => {
      await become(next);
      await waitFor(() => expect(app.router.state.location.pathname).not.toMatch(/\/login$/));
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

it('opens a form in a dialog again, with what was filled in', async () => {
  const { lose, signIn } = await open(userPage);
  await fillInDebit();
  await lose();
  await signIn(anAdminSession);
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByRole('radio', { name: 'Debit' })).toBeChecked();
  expect(dialog.getByRole('textbox', { name: /Amount/ })).toHaveValue('12.50');
  expect(dialog.getByRole('textbox', { name: /Reason/ })).toHaveValue('Booked twice');
});

it('does not open it for somebody else, nor later for the first', async () => {
  const { lose, signIn } = await open(userPage);
  await fillInDebit();
  await lose();
  await signIn(another);
  await screen.findByRole('button', { name: 'Adjust balance' });
  expect(screen.queryByRole('dialog')).toBeNull();
  await lose();
  await signIn(anAdminSession);
  await screen.findByRole('button', { name: 'Adjust balance' });
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('does not open again what was closed', async () => {
  const { lose, signIn } = await open(userPage);
  await fillInDebit();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await lose();
  await signIn(anAdminSession);
  await userEvent.click(await screen.findByRole('button', { name: 'Adjust balance' }));
  expect(await screen.findByRole('textbox', { name: /Amount/ })).toHaveValue('');
});

it('asks again with the reason before what cannot be undone, but has the name typed anew', async () => {
  const { lose, signIn } = await open(userPage);
  await userEvent.click(await screen.findByRole('button', { name: 'Deactivate' }));
  await userEvent.type(await screen.findByRole('textbox', { name: /Type/ }), 'demo');
  await userEvent.type(screen.getByRole('textbox', { name: /Reason/ }), 'Mines coins');
  await lose();
  await signIn(anAdminSession);
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByRole('textbox', { name: /Reason/ })).toHaveValue('Mines coins');
  expect(dialog.getByRole('textbox', { name: /Type/ })).toHaveValue('');
});

it('leaves what an operator is doing alone when a customer is signed out in the same browser', async () => {
  let customer: Session = aUserSession;
  const getSession = () => customer;
  const { client } = await open({ ...userPage, answers: { getUser: aUser, getSession } });
  await fillInDebit();
  customer = nobody;
  await act(() => client.invalidateQueries({ queryKey: ['getSession'] }));
  expect(screen.getByRole('textbox', { name: /Reason/ })).toHaveValue('Booked twice');
  expect(client.getQueryData(['getUser', { params: { username: 'demo' } }])).toBeDefined();
});

it('keeps both forms of a page', async () => {
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

it('opens the settings of a machine again, with the rows that were added', async () => {
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

it('sends what came back as the same call, so that what had been done without an answer is not done twice', async () => {
  let isLost = true;
  const createAdjustment = () => {
    if (isLost) throw new TypeError('Failed to fetch');
    return { ...adjusted };
  };
  const { api, lose, signIn } = await open({ ...userPage, answers: { getUser: aUser, createAdjustment } });
  await fillInDebit();
  const send = async () =>
    userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Adjust balance' }));
  await send();
  await screen.findByText(/connection/i);
  await lose();
  await signIn(anAdminSession);
  expect(await screen.findByRole('textbox', { name: /Reason/ })).toHaveValue('Booked twice');
  isLost = false;
  await send();
  await waitFor(() => expect(api.of('createAdjustment')).toHaveLength(2));
  const [first, second] = api.of('createAdjustment').map(({ headers }) => headers['idempotency-key']);
  expect(second).toBe(first);
});

it('leaves nothing of what was typed to whoever comes next, once somebody has signed out', async () => {
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
