import type { Approval } from '@gpulease/contract/approvals';
import type { AnyRecharge } from '@gpulease/contract/operated-recharges';
import type { Receivable, Refund } from '@gpulease/contract/refunds';
import { MADE_AT_PROVIDER, type Language } from '@gpulease/contract/enums';
import { expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiRefusal, pageOf, type Answers } from '../../../testing/fake-api.ts';
import { aBillingRecord, aUser } from '../../../testing/samples.ts';
import { renderApp } from '../../../testing/render-app.tsx';

const createdAt = '2026-11-21T00:00:00.000Z';
const stuck: Refund = {
  id: 'B1',
  recharge: 'R1',
  user: 'demo',
  method: 'WECHAT',
  source: 'WALLET',
  status: 'PENDING',
  amount: '60.00',
  operator: 'admin',
  reason: 'Closed account',
  note: 'ABNORMAL',
  decision: null,
  decidedBy: null,
  decisionReason: null,
  createdAt,
  finishedAt: null,
};
const owed: Receivable = {
  id: 'B2',
  user: 'demo',
  recharge: 'R2',
  status: 'OPEN',
  amount: '100.00',
  collected: '40.00',
  writtenOff: '0.00',
  open: '60.00',
  reason: 'Refunded at the provider',
  createdAt,
  settledAt: null,
};

const open = (tab: string, answers: Answers, language: Language = 'en') =>
  renderApp({ path: `/admin/billings?tab=${tab}`, as: 'admin', language, answers });

/** Chooses an action on the only row, gives a reason and confirms. */
async function act(name: RegExp, action: string): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name }));
  await userEvent.click(await screen.findByRole('menuitem', { name: action }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(await dialog.findByRole('textbox', { name: /Reason/ }), 'By bank transfer');
  await userEvent.click(dialog.getByRole('button', { name: action }));
}

it('resolves a refund that the provider cannot pay, with a reason', async () => {
  const decided = { ...stuck, status: 'FAILED', decision: 'PAID_BY_HAND', decidedBy: 'admin' } as const;
  const { api } = await open('refunds', {
    listRefunds: pageOf([stuck]),
    decideRefund: { ...decided, decisionReason: 'By bank transfer', finishedAt: createdAt },
  });
  expect(await screen.findByText('Needs action')).toBeVisible();
  await act(/B1/, 'Mark as paid manually');
  await waitFor(() =>
    expect(api.of('decideRefund')[0]).toMatchObject({
      url: { pathname: '/api/v1/admin/refunds/B1/decision' },
      body: { decision: 'PAID_BY_HAND', reason: 'By bank transfer' },
    }),
  );
});

it('offers no action on a refund in progress, and shows how another one was resolved', async () => {
  const ended = { ...stuck, id: 'B3', status: 'FAILED', decision: 'RETURN' } as const;
  await open('refunds', {
    listRefunds: pageOf([
      { ...stuck, note: null },
      { ...ended, decidedBy: 'admin', decisionReason: 'The bank account is closed' },
    ]),
  });
  expect(await screen.findByText('Canceled by admin: The bank account is closed')).toBeVisible();
  expect(screen.queryByRole('button', { name: /B1|B3/ })).toBeNull();
});

it('does not report success if the provider has still not paid', async () => {
  await open('refunds', { listRefunds: pageOf([stuck]), decideRefund: stuck });
  await act(/B1/, 'Ask the provider again');
  const notice = await screen.findByRole('heading', { name: /The provider hasn’t paid yet/ });
  expect(notice).toHaveTextContent(/^Note:/);
});

it('shows the remarks of the provider and the platform in the language of the page', async () => {
  await open('refunds', { listRefunds: pageOf([{ ...stuck, reason: MADE_AT_PROVIDER }]) }, 'zh');
  expect(await screen.findByText('直接在支付平台退款，未经本系统')).toBeVisible();
  expect(screen.getByText(/^退款异常：/)).toBeVisible();
});

it('writes off a receivable with a reason', async () => {
  const { api } = await open('receivables', {
    listReceivables: pageOf([owed]),
    writeOffReceivable: { ...owed, status: 'WRITTEN_OFF', writtenOff: '60.00', open: '0.00' },
  });
  await act(/B2/, 'Write off');
  await waitFor(() =>
    expect(api.of('writeOffReceivable')[0]).toMatchObject({
      url: { pathname: '/api/v1/admin/receivables/B2/write-off' },
      body: { reason: 'By bank transfer', expectedOpen: '60.00' },
    }),
  );
});

it('shows customers their outstanding debt', async () => {
  const balance = {
    ...{ balance: '0.00', held: '0.00', accrued: '0.00', available: '0.00', owed: '60.00' },
    ...{ burnPerHour: '0.00', runwayHours: null, spentThisMonth: '0.00', runningWorkloads: 0 },
  };
  const getBillingSummary = {
    ...{ recharged: '0.00', adjusted: '0.00', used: '0.00' },
    days: [{ day: '2026-11-21', recharged: '0.00', used: '0.00' }],
    workloads: [],
  };
  const answers = { getBalance: balance, getBillingSummary };
  await renderApp({ path: '/billing', as: 'user', language: 'en', answers });
  expect(await screen.findByText(/Still to be deducted: .*¥60\.00/)).toBeVisible();
});

const paid: AnyRecharge = {
  id: 'R3',
  user: 'demo',
  method: 'WECHAT',
  status: 'PAID',
  amount: '100.00',
  paymentAmount: '100.00',
  receivedAmount: '100.00',
  refundedAmount: '0.00',
  refundableAmount: '100.00',
  codeUrl: null,
  transactionId: 'W3',
  createdAt,
  expiresAt: createdAt,
  paidAt: createdAt,
};

it('has separate columns for each tab', async () => {
  localStorage.setItem('columns/admin/recharges', '["method"]');
  await open('recharges', { listAllRecharges: pageOf([paid]) });
  await screen.findByRole('columnheader', { name: 'User' });
  expect(screen.queryByRole('columnheader', { name: 'Payment method' })).toBeNull();
  await userEvent.click(screen.getByRole('tab', { name: 'To review' }));
  expect(await screen.findByRole('columnheader', { name: 'Payment method' })).toBeVisible();
});

const asked: Approval = {
  id: 'A1',
  kind: 'ADJUSTMENT',
  status: 'PENDING',
  user: 'demo',
  amount: '20000.00',
  recharge: null,
  balanceBefore: '10.00',
  balanceAfter: '20010.00',
  reason: 'An outage',
  askedBy: 'second',
  createdAt,
  expiresAt: '2026-11-28T00:00:00.000Z',
  decidedBy: null,
  decisionReason: null,
  decidedAt: null,
};

it("lists requests for a second operator, and approves another operator's request", async () => {
  const approved = { ...asked, status: 'APPROVED', decidedBy: 'admin', decidedAt: createdAt } as const;
  const { api } = await open('approvals', {
    getUser: aUser,
    getApprovalLimit: { above: '10000.00' },
    listApprovals: pageOf([asked]),
    decideApproval: { ...approved, decisionReason: 'Seen' },
  });
  expect(await screen.findByRole('tab', { name: 'Approvals (1)' })).toBeVisible();
  expect(screen.getByText('Awaiting approval')).toBeVisible();
  await userEvent.click(await screen.findByRole('button', { name: /A1/ }));
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
    'Approve',
    'Decline',
  ]);
  await userEvent.click(screen.getByRole('menuitem', { name: 'Approve' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('An outage')).toBeVisible();
  expect(await dialog.findByText(/¥20,100\.00/)).toBeVisible();
  await userEvent.type(await dialog.findByRole('textbox', { name: /Reason/ }), 'Seen');
  await userEvent.click(dialog.getByRole('button', { name: 'Approve' }));
  await waitFor(() =>
    expect(api.of('decideApproval')[0]).toMatchObject({
      url: { pathname: '/api/v1/admin/approvals/A1/decision' },
      body: { decision: 'APPROVE', reason: 'Seen' },
    }),
  );
});

it("offers only to withdraw the operator's own request, and nothing for closed ones", async () => {
  const declined = { ...asked, id: 'A3', status: 'DECLINED', decidedBy: 'admin' } as const;
  await open('approvals', {
    listApprovals: pageOf([
      { ...asked, askedBy: 'admin' },
      { ...asked, id: 'A2', status: 'EXPIRED' },
      { ...declined, decisionReason: 'No such outage', decidedAt: createdAt },
    ]),
  });
  expect(await screen.findByText('Declined by admin: No such outage')).toBeVisible();
  expect(screen.queryByRole('button', { name: /A2|A3/ })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: /A1/ }));
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
    'Withdraw',
  ]);
});

it('shows the debt after a write-off, and that it needs a second operator', async () => {
  await open('receivables', {
    getUser: { ...aUser, owed: '60.00' },
    getApprovalLimit: { above: '50.00' },
    listReceivables: pageOf([owed]),
    writeOffReceivable: { approval: { ...asked, kind: 'WRITE_OFF', amount: '60.00' } },
  });
  await userEvent.click(await screen.findByRole('button', { name: /B2/ }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Write off' }));
  const dialog = within(await screen.findByRole('dialog'));
  const fact = (name: string) => dialog.getByText(name).closest('div')?.textContent ?? '';
  expect(await dialog.findByText('Owed after')).toBeVisible();
  expect(['Balance now', 'Balance after', 'Owed now', 'Owed after'].map(fact)).toEqual([
    expect.stringContaining('¥100.00'),
    expect.stringContaining('¥100.00'),
    expect.stringContaining('¥60.00'),
    expect.stringContaining('¥0.00'),
  ]);
  expect(dialog.getByText(/need a second administrator/)).toBeVisible();
  await userEvent.type(await dialog.findByRole('textbox', { name: /Reason/ }), 'Bankrupt');
  await userEvent.click(dialog.getByRole('button', { name: 'Request approval' }));
  expect(await screen.findByText(/^Sent for approval/)).toBeVisible();
});

it('shows the balance after a refund', async () => {
  await open('recharges', { getUser: aUser, listAllRecharges: pageOf([paid]) });
  await userEvent.click(await screen.findByRole('button', { name: /R3/ }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Refund' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect((await dialog.findByText('Balance after')).closest('div')).toHaveTextContent('¥0.00');
});

it('shows the largest possible refund in the currency of the page', async () => {
  const fields = { amount: 'refundAtMost:40.00' };
  await open('recharges', {
    getUser: aUser,
    listAllRecharges: pageOf([paid]),
    createRefund: () => {
      throw new ApiRefusal(400, { code: 'INVALID_ARGUMENT', requestId: 'r', details: { fields } });
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: /R3/ }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Refund' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(await dialog.findByRole('textbox', { name: /Reason/ }), 'Paid twice');
  await userEvent.click(dialog.getByRole('button', { name: 'Refund' }));
  expect(await dialog.findByText('At most $5.56 (¥40.00) can be refunded.')).toBeVisible();
});

it.each([
  ['zh', '没有差异', ['日期范围', '全部日期'], '一致'],
  ['en', 'No differences', ['Days', 'All days'], 'Match'],
] as const)(
  'lists days with differences or all days, and exports them as CSV, in %s',
  async (language, none, [filter, all], agree) => {
    const day = { method: 'WECHAT' as const, day: '2026-11-20', payments: 3, refunds: 0, differences: [] };
    const answers: Answers = {
      listReconciliations: ({ url }) =>
        pageOf(url.searchParams.get('days') === 'ALL' ? [{ ...day, finishedAt: createdAt }] : []),
    };
    await open('bills', answers, language);
    expect(await screen.findByText(none)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: filter }));
    await userEvent.click(await screen.findByRole('option', { name: all }));
    expect(await screen.findByText(agree)).toBeVisible();
    const csv = screen.getByRole('link', { name: /CSV/ });
    expect(csv).toHaveAttribute('href', expect.stringMatching(/reconciliations\?days=ALL&format=csv/));
  },
);

it('links a record to its machine', async () => {
  const record = { ...aBillingRecord, user: 'demo', workload: 'train' };
  await open('records', { listBillings: pageOf([record]) });
  const link = await screen.findByRole('link', { name: 'train' });
  expect(link).toHaveAttribute('href', '/admin/workloads/demo/train');
});
