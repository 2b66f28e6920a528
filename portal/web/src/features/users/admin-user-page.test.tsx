import type { Approval } from '@gpulease/contract/approvals';
import { describe, expect, it } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiRefusal, pageOf, type Answers } from '../../testing/fake-api.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { anApiToken, anAuditEntry, aSignIn, aUser } from '../../testing/samples.ts';

const open = (path: string, answers: Answers = {}) =>
  renderApp({ path, as: 'admin', language: 'en', answers: { getUser: aUser, ...answers } });

it("opens a user's page from the list", async () => {
  const { router } = await open('/admin/users', { listUsers: pageOf([aUser]) });
  await userEvent.click(await screen.findByRole('link', { name: 'demo' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/users/edit/demo'));
  expect(await screen.findByRole('heading', { level: 1, name: 'demo' })).toBeVisible();
});

it('changes phone and email, and shows a taken phone number at its field (SPEC-1.10, SPEC-2.18, SPEC-8.34)', async () => {
  let isTaken = true;
  const { api } = await open('/admin/users/edit/demo', {
    updateUser: () => {
      if (isTaken) throw new ApiRefusal(409, { code: 'PHONE_TAKEN', requestId: 'r-1' });
      return { ...aUser, phone: '13900139000' };
    },
  });
  const phone = await screen.findByLabelText(/Phone number/);
  await userEvent.clear(phone);
  await userEvent.type(phone, '13900139000');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('This phone number is already taken.')).toBeVisible();
  isTaken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('demo has been saved.')).toBeVisible();
  expect(api.of('updateUser')[1]?.body).toEqual({ phone: '13900139000' });
});

it("keeps the customer's own change of the phone number, and shows a conflict if both changed it", async () => {
  let user = aUser;
  const { api, client } = await open('/admin/users/edit/demo', {
    getUser: () => user,
    updateUser: () => ({ ...user, email: 'demo@example.com' }),
  });
  const changes = async (phone: string) => {
    user = { ...user, phone };
    await act(() => client.invalidateQueries({ queryKey: ['getUser'] }));
  };
  await userEvent.type(await screen.findByLabelText('Email'), 'demo@example.com');
  await changes('13900139000');
  await waitFor(() => expect(screen.getByLabelText(/Phone number/)).toHaveValue('13900139000'));
  expect(screen.getByLabelText('Email')).toHaveValue('demo@example.com');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('demo has been saved.')).toBeVisible();
  expect(api.of('updateUser')[0]?.body).toEqual({ email: 'demo@example.com' });
  await userEvent.type(screen.getByLabelText(/Phone number/), '1');
  await changes('13700137000');
  expect(await screen.findByText('Someone else set this to 13700137000.')).toBeVisible();
});

it.each([
  ['the new balance', '0.00', 'The balance of demo is now $13.89 (¥100.00).'],
  [
    'how much of a credit paid debts',
    '60.00',
    'demo was credited; $8.33 (¥60.00) of that went toward what they owed. The balance is now $13.89 (¥100.00).',
  ],
])('reports %s', async (_, collected, said) => {
  const { api } = await open('/admin/users/edit/demo', {
    createAdjustment: {
      id: '7',
      user: 'demo',
      amount: '160.00',
      collected,
      balanceAfter: '100.00',
      operator: 'admin',
      reason: 'Outage',
      createdAt: '2026-03-01T10:00:00Z',
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Adjust balance' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(dialog.getByLabelText(/Amount/), '160');
  await userEvent.type(dialog.getByLabelText(/Reason/), 'Outage');
  await userEvent.click(dialog.getByRole('button', { name: 'Adjust balance' }));
  expect(await screen.findByText(said)).toBeVisible();
  expect(api.of('createAdjustment')[0]?.body).toEqual({ amount: '1152.00', reason: 'Outage' });
});

it('shows the balance before and after a credit or debit, and requires a second operator above the limit', async () => {
  const approval: Approval = {
    ...{ id: 'A1', kind: 'ADJUSTMENT', status: 'PENDING', user: 'demo', amount: '1152.00', recharge: null },
    ...{ balanceBefore: '100.00', balanceAfter: '1222.00', reason: 'Outage', askedBy: 'admin' },
    ...{ createdAt: '2026-03-01T10:00:00Z', expiresAt: '2026-03-08T10:00:00Z' },
    ...{ decidedBy: null, decisionReason: null, decidedAt: null },
  };
  await open('/admin/users/edit/demo', {
    getUser: { ...aUser, owed: '30.00' },
    getApprovalLimit: { above: '1000.00' },
    createAdjustment: { approval },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Adjust balance' }));
  const dialog = within(await screen.findByRole('dialog'));
  const after = () => dialog.getByText('Balance after').closest('div');
  expect((await dialog.findByText('Available')).closest('div')).toHaveTextContent('¥92.80');
  await userEvent.type(dialog.getByLabelText(/Amount/), '10');
  expect(after()).toHaveTextContent('¥142.00');
  expect(dialog.getByText('Applied to amount owed').closest('div')).toHaveTextContent('¥30.00');
  await userEvent.click(dialog.getByRole('radio', { name: 'Debit' }));
  expect(after()).toHaveTextContent('¥28.00');
  expect(dialog.queryByText(/need a second administrator/)).toBeNull();
  await userEvent.click(dialog.getByRole('radio', { name: 'Credit' }));
  await userEvent.type(dialog.getByLabelText(/Amount/), '0');
  await userEvent.type(dialog.getByLabelText(/Amount/), '0');
  expect(dialog.getByText(/need a second administrator/)).toHaveTextContent('¥1,000.00');
  await userEvent.type(dialog.getByLabelText(/Reason/), 'Outage');
  await userEvent.click(dialog.getByRole('button', { name: 'Request approval' }));
  expect(await screen.findByText(/^Sent for approval/)).toBeVisible();
});

it('deactivates a user after the name and a reason are typed', async () => {
  const { api } = await open('/admin/users/edit/demo', {
    setUserStatus: { ...aUser, status: 'inactive' },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Deactivate' }));
  const dialog = within(await screen.findByRole('dialog'));
  const confirm = dialog.getByRole('button', { name: 'Deactivate' });
  const [typed, reason] = [/Type/, /Reason/].map((name) => dialog.getByRole('textbox', { name })) as [
    HTMLElement,
    HTMLElement,
  ];
  await userEvent.type(typed, 'demo');
  await userEvent.click(confirm);
  expect(reason).toHaveFocus();
  expect(reason).toHaveAccessibleDescription(/^This field is required\./);
  expect(typed).toBeValid();
  expect(api.of('setUserStatus')).toHaveLength(0);
  await userEvent.type(reason, ' Miner ');
  await userEvent.click(confirm);
  await waitFor(() =>
    expect(api.of('setUserStatus')[0]?.body).toEqual({ status: 'inactive', reason: 'Miner' }),
  );
});

it('signs out a user everywhere', async () => {
  const { api } = await open('/admin/users/edit/demo?tab=sessions', {
    listUserSessions: pageOf([aSignIn]),
    revokeUserSessions: () => undefined,
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Sign out everywhere' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(dialog.getByRole('textbox', { name: /Reason/ }), 'Lost laptop');
  await userEvent.click(dialog.getByRole('button', { name: 'Sign out everywhere' }));
  await waitFor(() => expect(api.of('revokeUserSessions')).toHaveLength(1));
});

it('revokes one API token of a user, or all, with a reason', async () => {
  const { api } = await open('/admin/users/edit/demo?tab=api-tokens', {
    listUserApiTokens: pageOf([anApiToken]),
    revokeUserApiTokens: () => undefined,
  });
  const confirm = async (button: string) => {
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(dialog.getByRole('textbox', { name: /Reason/ }), 'Leaked');
    await userEvent.click(dialog.getByRole('button', { name: button }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  await userEvent.click(await screen.findByRole('button', { name: /nightly/ }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Revoke' }));
  await confirm('Revoke');
  await userEvent.click(await screen.findByRole('button', { name: 'Revoke all' }));
  await confirm('Revoke all');
  expect(api.of('revokeUserApiTokens').map(({ body }) => body)).toEqual([
    { reason: 'Leaked', name: 'nightly' },
    { reason: 'Leaked' },
  ]);
});

it('creates an operator and shows the initial password once', async () => {
  await open('/admin/users', {
    listUsers: pageOf([aUser]),
    createAdmin: { username: 'second', password: 'made-up-secret' },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Create administrator' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(dialog.getByLabelText(/Username/), 'second');
  await userEvent.click(dialog.getByRole('button', { name: 'Create' }));
  expect(await screen.findByDisplayValue('made-up-secret')).toBeVisible();
  // The password is not shown again, so a mistaken key press must not close the dialog.
  await userEvent.keyboard('{Escape}');
  expect(screen.getByDisplayValue('made-up-secret')).toBeVisible();
});

it("searches the audit log by user, and describes the user's actions", async () => {
  const { api } = await open('/admin/audit', { listAuditEntries: pageOf([anAuditEntry]) });
  const cell = (await screen.findByText(/deactivated the user/)).closest('td');
  expect(cell).toHaveTextContent('1 deactivated the user 1001');
  for (const name of ['1', '1001'])
    expect(within(cell as HTMLElement).getByRole('link', { name })).toHaveAttribute(
      'href',
      `/admin/users/edit/${name}`,
    );
  await userEvent.type(
    screen.getByRole('textbox', { name: 'Username, object or request ID' }),
    '1001{Enter}',
  );
  await waitFor(() => expect(api.of('listAuditEntries').at(-1)?.url.searchParams.get('search')).toBe('1001'));
});

it('shows the request ID of an action if that column is chosen', async () => {
  await open('/admin/audit', { listAuditEntries: pageOf([anAuditEntry]) });
  await screen.findByText(/deactivated the user/);
  expect(screen.queryByText('r-1')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Columns' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Request ID' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('r-1')).toBeVisible();
});

it('shows in the audit log whose request was approved, and why', async () => {
  const details = {
    ...{ decision: 'APPROVE', reason: 'I have seen the log', approval: 'A1', kind: 'ADJUSTMENT' },
    ...{ amount: '72.00', recharge: null, askedBy: 'second', askedFor: 'An outage' },
  };
  await open('/admin/audit', {
    listAuditEntries: pageOf([{ ...anAuditEntry, action: 'DECIDE_APPROVAL', subject: 'demo', details }]),
  });
  const said = 'Approved second’s request: Balance adjustment of $10.00 (¥72.00), “An outage”';
  expect((await screen.findByText(said)).closest('td')).toHaveTextContent(
    `${said}I have seen the logapproval: A1`,
  );
});

it.each([
  ['en', ['Price: 12 → 15', 'Tags: – → a, b']],
  ['zh', ['价格：12 → 15', '标签：– → a, b']],
] as const)(
  'shows changed catalogue fields in the audit log, and old entries: %s',
  async (language, said) => {
    const changed = { ...anAuditEntry, action: 'CHANGE_RESOURCE' as const, subject: 'pricing-policies/p' };
    const changes = { price: { from: '12', to: '15' }, tags: { from: [], to: ['a', 'b'] } };
    await renderApp({
      path: '/admin/audit',
      as: 'admin',
      language,
      answers: {
        listAuditEntries: pageOf([
          { ...changed, id: '9', details: { changes, reason: 'Cheaper power' } },
          { ...changed, id: '8', details: { price: '12' } },
        ]),
      },
    });
    const cell = (await screen.findByText('12 → 15')).closest('td');
    expect(cell).toHaveTextContent(['Cheaper power', ...said].join(''));
    expect(screen.getByText('12').closest('div')).toHaveTextContent(said[0].replace('12 → 15', '12'));
  },
);

it('formats requested values in the audit log', async () => {
  const action = 'SCHEDULE_WORKLOAD' as const;
  const details = { ports: [{ port: 8888, protocol: 'TCP' }], amount: '-6.60', node: 'n1', reason: '换节点' };
  await renderApp({
    path: '/admin/audit',
    as: 'admin',
    language: 'zh',
    answers: { listAuditEntries: pageOf([{ ...anAuditEntry, action, subject: 'alice/box', details }]) },
  });
  const cell = (await screen.findByText('换节点')).closest('td');
  expect(cell).toHaveTextContent('换节点端口映射：8888/TCP金额：-¥6.60节点：n1');
});

it('shows generated invite codes for copying (SPEC-1.17, SPEC-2.36, SPEC-8.36, SPEC-10.29)', async () => {
  const code = {
    code: '7K2M-9QWE-0ZXC-4VBN',
    status: 'AVAILABLE' as const,
    expirationDate: aUser.createdAt,
    usedBy: null,
    usedAt: null,
    createdBy: 'admin',
    createdAt: aUser.createdAt,
  };
  await open('/admin/invite-code', {
    listInviteCodes: pageOf([code]),
    createInviteCodes: { items: [code] },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Generate invite codes' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Generate invite codes' }));
  expect(await screen.findByText('1 invite code generated.')).toBeVisible();
});

describe('unsaved changes of a user', () => {
  const openChanged = async () => {
    const shown = await open('/admin/users/edit/demo', {
      listUserSessions: pageOf([aSignIn]),
      updateUser: { ...aUser, email: 'demo@example.com' },
    });
    await userEvent.type(await screen.findByLabelText('Email'), 'demo@example.com');
    return shown;
  };
  const toSessions = () => userEvent.click(screen.getByRole('tab', { name: 'Signed-in devices' }));

  it('are discarded with their tab only after a confirmation', async () => {
    const { router } = await openChanged();
    await toSessions();
    const asked = within(await screen.findByRole('dialog', { name: /Discard your changes/ }));
    await userEvent.click(asked.getByRole('button', { name: 'Cancel' }));
    expect(screen.getByLabelText('Email')).toHaveValue('demo@example.com');
    await toSessions();
    await userEvent.click(await screen.findByRole('button', { name: 'Discard and leave' }));
    await waitFor(() => expect(router.state.location.search).toBe('?tab=sessions'));
  });

  it('are not discarded with the page either', async () => {
    const { router } = await openChanged();
    act(() => void router.navigate('/admin/audit'));
    await screen.findByRole('dialog', { name: /Discard your changes/ });
    expect(router.state.location.pathname).toBe('/admin/users/edit/demo');
  });

  it('are not discarded by a link or the menu while a dialog is open', async () => {
    const { router } = await openChanged();
    await userEvent.click(screen.getByRole('button', { name: 'Adjust balance' }));
    await screen.findByRole('dialog', { name: /Adjust the balance/ });
    act(() => void router.navigate('/admin/audit'));
    const asked = within(await screen.findByRole('dialog', { name: /Discard your changes/ }));
    await userEvent.click(asked.getByRole('button', { name: 'Cancel' }));
    expect(screen.getByRole('dialog', { name: /Adjust the balance/ })).toBeVisible();
    expect(router.state.location.pathname).toBe('/admin/users/edit/demo');
  });

  it('are retained when the history moves while the confirmation is open, which only closes it', async () => {
    const { router } = await openChanged();
    act(() => void router.navigate('/admin/audit'));
    await userEvent.click(await screen.findByRole('button', { name: 'Discard and leave' }));
    await screen.findByRole('heading', { name: 'Audit log' });
    await act(() => router.navigate(-1));
    await userEvent.type(await screen.findByLabelText('Email'), 'demo@example.com');
    await act(() => router.navigate(1));
    await screen.findByRole('dialog', { name: /Discard your changes/ });
    await act(() => router.navigate(1));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByLabelText('Email')).toHaveValue('demo@example.com');
  });

  it('are retained without a confirmation within their tab', async () => {
    await openChanged();
    await userEvent.click(screen.getByRole('tab', { name: 'Account' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('need no confirmation once they are saved', async () => {
    const { router } = await openChanged();
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('demo has been saved.');
    await toSessions();
    await waitFor(() => expect(router.state.location.search).toBe('?tab=sessions'));
  });
});

it("removes a customer's two-step verification with a reason", async () => {
  let user = { ...aUser, secondFactor: true };
  const { api } = await open('/admin/users/edit/demo', {
    getUser: () => user,
    removeUserSecondFactor: () => void (user = aUser),
  });
  const remove = 'Remove two-step verification';
  await userEvent.click(await screen.findByRole('button', { name: remove }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(dialog.getByLabelText(/Reason/), 'Called back on the phone of the contract');
  await userEvent.click(dialog.getByRole('button', { name: remove }));
  expect(await screen.findByText('demo’s two-step verification has been removed.')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('button', { name: remove })).toBeNull());
  const [removal] = api.of('removeUserSecondFactor');
  expect(removal?.url.pathname).toBe('/api/v1/admin/users/demo/second-factor/remove');
  expect(removal?.body).toEqual({ reason: 'Called back on the phone of the contract' });
});
