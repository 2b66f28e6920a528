import type { AnyRecharge, Receivable, Refund } from '@gpulease/contract/admin';
import { MADE_AT_PROVIDER, type Language } from '@gpulease/contract/enums';
import { expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { pageOf, type Answers } from '../../testing/fake-api.ts';
import { renderApp } from '../../testing/render-app.tsx';

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

/** Chooses an action of the one row, says why, and confirms. */
async function act(name: RegExp, action: string): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name }));
  await userEvent.click(await screen.findByRole('menuitem', { name: action }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(await dialog.findByRole('textbox', { name: /Reason/ }), 'By bank transfer');
  await userEvent.click(dialog.getByRole('button', { name: action }));
}

it('ends a refund that the provider cannot pay, with a reason', async () => {
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

it('offers nothing on a refund that is simply under way, and says how another one was ended', async () => {
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

it('does not call it a success when the provider, asked again, has not paid yet', async () => {
  await open('refunds', { listRefunds: pageOf([stuck]), decideRefund: stuck });
  await act(/B1/, 'Ask the provider again');
  const notice = await screen.findByRole('heading', { name: /The provider hasn’t paid yet/ });
  expect(notice).toHaveTextContent(/^Note:/);
});

it('says in the language of the page what the provider and the platform say of a refund', async () => {
  await open('refunds', { listRefunds: pageOf([{ ...stuck, reason: MADE_AT_PROVIDER }]) }, 'zh');
  expect(await screen.findByText('直接在支付平台退款，未经本系统')).toBeVisible();
  expect(screen.getByText(/^退款异常：/)).toBeVisible();
});

it('writes a receivable off, with a reason', async () => {
  const { api } = await open('receivables', {
    listReceivables: pageOf([owed]),
    writeOffReceivable: { ...owed, status: 'WRITTEN_OFF', writtenOff: '60.00', open: '0.00' },
  });
  await act(/B2/, 'Write off');
  await waitFor(() =>
    expect(api.of('writeOffReceivable')[0]).toMatchObject({
      url: { pathname: '/api/v1/admin/receivables/B2/write-off' },
      body: { reason: 'By bank transfer' },
    }),
  );
});

it('tells a customer what is still to be deducted', async () => {
  const balance = {
    ...{ balance: '0.00', held: '0.00', accrued: '0.00', available: '0.00', owed: '60.00' },
    ...{ burnPerHour: '0.00', runwayHours: null, spentThisMonth: '0.00', runningWorkloads: 0 },
  };
  const getBillingSummary = {
    ...{ recharged: '0.00', adjusted: '0.00', used: '0.00' },
    days: [{ day: '2026-11-21', recharged: '0.00', used: '0.00' }],
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

it('has columns of its own in each tab', async () => {
  localStorage.setItem('hidden-columns/admin/recharges', '["method"]');
  await open('recharges', { listAllRecharges: pageOf([paid]) });
  await screen.findByRole('columnheader', { name: 'User' });
  expect(screen.queryByRole('columnheader', { name: 'Payment method' })).toBeNull();
  await userEvent.click(screen.getByRole('tab', { name: 'To review' }));
  expect(await screen.findByRole('columnheader', { name: 'Payment method' })).toBeVisible();
});
