import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { formatAmount } from '@gpulease/contract/money';
import { Registry } from 'prom-client';
import { withTransaction } from '../database/database.ts';
import type { Transaction } from '../database/schema.ts';
import { createLogger } from '../http/logger.ts';
import { releaseHold } from '../ledger/holds.ts';
import { lockWallets, walletOf } from '../ledger/wallets.ts';
import { readBalance } from '../metering/balance.ts';
import { listRecords } from '../metering/records.ts';
import { sumRecords } from '../metering/totals.ts';
import { aCustomer, anOrder, openBooks, walletState, type Books } from '../testing/books.ts';
import { openWeChat, type WeChatBooks } from '../testing/wechat.ts';
import { booksMetrics } from '../worker/books-metrics.ts';
import { createAdjustment } from './adjustments.ts';
import { applyRefundState, executeRefund } from './execute-refund.ts';
import { bookReportedRefund } from './foreign-refund.ts';
import { decideRefund } from './decide-refund.ts';
import { countOpenPayments } from './open-payments.ts';
import { anyRecharge, decideRecharge } from './operated-recharges.ts';
import { collectDue } from './receivables.ts';
import { reconcileDue, listReconciliations } from './reconciliation.ts';
import { createRecharge, requestCode } from './recharges.ts';
import { createRefund, listRefunds } from './refunds.ts';
import { listReceivables, writeOffReceivable } from './write-off.ts';

const HOUR = 3_600_000;
const by = { actor: 'admin', reason: 'asked by the customer' };
const firstPage = { page: 1, pageSize: 20 };

let books: Books;
let world: WeChatBooks;
beforeAll(async () => {
  books = await openBooks();
  world = await openWeChat(books);
});
afterEach(async () => {
  Object.assign(world.wechat.faults, { lose: false, refunds: 'at once' });
  expect(await books.violations()).toEqual([]);
});
afterAll(async () => {
  await world.stop();
  await books.close();
});

const inTransaction = <T>(work: (transaction: Transaction) => Promise<T>) =>
  withTransaction(books.database, work);
const providers = () => world.payments.providers;
const balanceOf = async (userId: string) => formatAmount((await walletState(books, userId)).balance);
const heldOf = async (userId: string) => formatAmount((await walletState(books, userId)).held);

/** Creates a recharge that was paid with `fen`, by default the requested amount. */
async function paid(userId: string, amount = '100.00', fen?: number): Promise<string> {
  const { id } = await inTransaction((transaction) =>
    createRecharge(transaction, providers(), userId, { amount, method: 'WECHAT' }),
  );
  const { codeUrl } = await requestCode(books.database, providers(), id);
  world.wechat.pay(codeUrl ?? '', fen === undefined ? {} : { amount: fen });
  await world.clock.advance(0);
  return id;
}

async function refund(userId: string, recharge: string, amount: string): Promise<string> {
  const order = { userId, username: 'somebody', recharge, amount, ...by };
  return (await inTransaction((transaction) => createRefund(transaction, providers(), order))).id;
}
const carryOut = (id: string) => executeRefund(books.database, providers(), id);
const statusOfRefund = async (id: string) =>
  (await listRefunds(books.database, { ...firstPage, pageSize: 100 })).items.find((one) => one.id === id)
    ?.status;

describe('an adjustment', () => {
  const adjust = (userId: string, amount: string, key: string) =>
    inTransaction((transaction) =>
      createAdjustment(transaction, { userId, username: 'somebody', amount, ...by, key }),
    );

  it('is a credit or a debit with the operator and the reason, and both are in the list (SPEC-1.18, SPEC-3.87, SPEC-3.90, SPEC-3.91, SPEC-3.93)', async () => {
    const userId = await aCustomer(books);
    await adjust(userId, '50.00', `${userId}-1`);
    expect(await adjust(userId, '-20.00', `${userId}-2`)).toMatchObject({
      amount: '-20.00',
      balanceAfter: '30.00',
    });
    const { items } = await listRecords(books.database, { ...firstPage, userId });
    expect(
      items.map(({ type, paymentMethod, amount, operator, remark }) => [
        type,
        paymentMethod,
        amount,
        operator,
        remark,
      ]),
    ).toEqual([
      ['DEDUCTION', 'ADMIN', '20.00', 'admin', by.reason],
      ['RECHARGE', 'ADMIN', '50.00', 'admin', by.reason],
    ]);
    expect(await sumRecords(books.database, { ...firstPage, userId })).toEqual({
      recharged: '0.00',
      credited: '50.00',
      deducted: '20.00',
      used: '0.00',
    });
  });

  it('takes no more than the available balance, and no held money', async () => {
    const userId = await aCustomer(books, 1_000n);
    await anOrder(books, userId, { hold: 400n });
    await expect(adjust(userId, '-6.01', `${userId}-1`)).rejects.toMatchObject({
      code: 'INSUFFICIENT_FUNDS',
      details: { missing: '0.01' },
    });
    await adjust(userId, '-6.00', `${userId}-2`);
    expect(await balanceOf(userId)).toBe('4.00');
  });
});

describe('a refund', () => {
  it('is held, requested from WeChat and posted', async () => {
    const userId = await aCustomer(books);
    const recharge = await paid(userId);
    const id = await refund(userId, recharge, '30.00');
    expect([await balanceOf(userId), await heldOf(userId)]).toEqual(['100.00', '30.00']);
    await carryOut(id);
    await carryOut(id);
    await world.clock.advance(0);
    expect([await balanceOf(userId), await heldOf(userId), await statusOfRefund(id)]).toEqual([
      '70.00',
      '0.00',
      'SUCCEEDED',
    ]);
    const { items } = await listRecords(books.database, { ...firstPage, userId });
    expect(items[0]).toMatchObject({
      type: 'DEDUCTION',
      paymentMethod: 'WECHAT',
      amount: '30.00',
      operator: 'admin',
    });
  });

  it('stays held while WeChat works on it, until its callback', async () => {
    world.wechat.faults.refunds = 'later';
    const userId = await aCustomer(books);
    const id = await refund(userId, await paid(userId), '100.00');
    await carryOut(id);
    expect([await statusOfRefund(id), await heldOf(userId)]).toEqual(['PENDING', '100.00']);
    world.wechat.settleRefund(id, 'SUCCESS');
    await world.clock.advance(0);
    expect([await statusOfRefund(id), await balanceOf(userId)]).toEqual(['SUCCEEDED', '0.00']);
  });

  it('fails when WeChat closes it, and its money is released', async () => {
    world.wechat.faults.refunds = 'later';
    const userId = await aCustomer(books);
    const id = await refund(userId, await paid(userId), '100.00');
    await carryOut(id);
    world.wechat.settleRefund(id, 'CLOSED');
    await carryOut(id);
    expect([await statusOfRefund(id), await balanceOf(userId), await heldOf(userId)]).toEqual([
      'FAILED',
      '100.00',
      '0.00',
    ]);
  });

  it('is retried while the merchant lacks funds', async () => {
    world.wechat.faults.refunds = 'not enough';
    const userId = await aCustomer(books);
    const id = await refund(userId, await paid(userId), '10.00');
    await carryOut(id);
    expect([await statusOfRefund(id), await heldOf(userId)]).toEqual(['PENDING', '10.00']);
    world.wechat.faults.refunds = 'at once';
    await carryOut(id);
    await carryOut(id);
    expect(await statusOfRefund(id)).toBe('SUCCEEDED');
  });

  it('is created once when the same money is refunded concurrently', async () => {
    const userId = await aCustomer(books);
    const recharge = await paid(userId);
    const tries = await Promise.allSettled([1, 2, 3].map(() => refund(userId, recharge, '60.00')));
    const made = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(made).toHaveLength(1);
    for (const id of [...made, ...made]) await carryOut(id);
    expect(await balanceOf(userId)).toBe('40.00');
  });

  it('is refused beyond the available balance, and for a recharge of another user', async () => {
    const userId = await aCustomer(books);
    const recharge = await paid(userId);
    await anOrder(books, userId, { hold: 5_000n });
    await expect(refund(userId, recharge, '50.01')).rejects.toMatchObject({ code: 'INSUFFICIENT_FUNDS' });
    await expect(refund(await aCustomer(books), recharge, '1.00')).rejects.toMatchObject({
      code: 'RESOURCE_NOT_FOUND',
    });
  });

  it('is taken from the wallet once when it was made directly at WeChat', async () => {
    const userId = await aCustomer(books);
    const recharge = await paid(userId);
    await byHand(recharge, 2_500);
    await byHand(recharge, 2_500);
    const { items } = await listRefunds(books.database, { ...firstPage, search: recharge });
    expect(items).toEqual([expect.objectContaining({ source: 'PROVIDER', amount: '25.00', operator: null })]);
    expect(await balanceOf(userId)).toBe('75.00');
    const records = (await listRecords(books.database, { ...firstPage, userId })).items;
    expect(records[0]).toMatchObject({ amount: '25.00', refundReason: 'AT_PROVIDER', remark: '' });
  });
});

async function byHand(recharge: string, fen: number): Promise<void> {
  world.wechat.refundByHand({ outRefundNo: `hand-${recharge}`, outTradeNo: recharge, amount: fen });
  await world.clock.advance(0);
}

const receivablesOf = async (recharge: string) =>
  (await listReceivables(books.database, { ...firstPage, search: recharge })).items;

describe("a refund beyond the customer's balance", () => {
  /** Of 100.00 paid, 60.00 are held for a machine, and all 100.00 are refunded directly at WeChat. */
  async function anOwing(): Promise<{ userId: string; recharge: string; orderId: string }> {
    const userId = await aCustomer(books);
    const recharge = await paid(userId);
    const { orderId } = await anOrder(books, userId, { hold: 6_000n });
    await byHand(recharge, 10_000);
    return { userId, recharge, orderId };
  }
  const owedBy = async (userId: string) => (await readBalance(books.database, userId)).owed;

  it('takes the available balance, collects the rest from later recharges, and notifies the customer', async () => {
    const { userId, recharge } = await anOwing();
    expect([await balanceOf(userId), await owedBy(userId)]).toEqual(['60.00', '60.00']);
    expect(await countOpenPayments(books.database)).toMatchObject({ receivables: 1 });
    expect(await receivablesOf(recharge)).toEqual([
      expect.objectContaining({ status: 'OPEN', amount: '100.00', collected: '40.00', open: '60.00' }),
    ]);
    const notices = books.database.selectFrom('notice').select('kind').where('user_id', '=', userId);
    expect(await notices.execute()).toEqual([{ kind: 'REFUND_OWED' }]);

    await paid(userId, '50.00');
    expect([await balanceOf(userId), await owedBy(userId)]).toEqual(['60.00', '10.00']);
    await paid(userId, '50.00');
    expect([await balanceOf(userId), await owedBy(userId)]).toEqual(['100.00', '0.00']);
    expect((await receivablesOf(recharge))[0]).toMatchObject({ status: 'COLLECTED', open: '0.00' });
    const records = (await listRecords(books.database, { ...firstPage, userId })).items;
    expect(records[0]).toMatchObject({
      ...{ type: 'DEDUCTION', paymentMethod: 'WECHAT', amount: '10.00', refundReason: 'OWED' },
    });
    expect(await sumRecords(books.database, { ...firstPage, userId })).toEqual({
      recharged: '200.00',
      credited: '0.00',
      deducted: '100.00',
      used: '0.00',
    });
  });

  it('takes the released hold of a stopped machine once when several workers run', async () => {
    const { userId, orderId } = await anOwing();
    await inTransaction(async (transaction) => {
      await lockWallets(transaction, [walletOf(userId)]);
      await releaseHold(transaction, orderId);
    });
    const log = createLogger('silent');
    await Promise.all([1, 2, 3].map(() => collectDue({ database: books.database, log })));
    expect([await balanceOf(userId), await owedBy(userId)]).toEqual(['0.00', '0.00']);
  });

  it('is paid by a credit', async () => {
    const { userId } = await anOwing();
    const order = { userId, username: 'somebody', amount: '70.00', ...by, key: userId };
    const adjusted = await inTransaction((transaction) => createAdjustment(transaction, order));
    expect(adjusted).toMatchObject({ amount: '70.00', collected: '60.00', balanceAfter: '70.00' });
    expect(await owedBy(userId)).toBe('0.00');
  });

  it('can be written off once, with a reason', async () => {
    const { userId, recharge } = await anOwing();
    const writeOff = () =>
      inTransaction((transaction) => writeOffReceivable(transaction, `hand-${recharge}`, by));
    const tries = await Promise.allSettled([writeOff(), writeOff()]);
    expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await paid(userId, '50.00');
    expect([await balanceOf(userId), await owedBy(userId)]).toEqual(['110.00', '0.00']);
    expect((await receivablesOf(recharge))[0]).toMatchObject({ status: 'WRITTEN_OFF', writtenOff: '60.00' });
  });
});

describe('a payment in quarantine that is refunded directly at WeChat', () => {
  it('is closed by a full refund, and leaves no debt', async () => {
    const userId = await aCustomer(books);
    const recharge = await paid(userId, '100.00', 11_000);
    await byHand(recharge, 11_000);
    expect(await anyRecharge(books.database, recharge)).toMatchObject({
      status: 'CLOSED',
      refundedAmount: '110.00',
    });
    expect([await balanceOf(userId), await receivablesOf(recharge)]).toEqual(['0.00', []]);
  });

  it('is credited with the rest after a partial refund', async () => {
    const userId = await aCustomer(books);
    const recharge = await paid(userId, '100.00', 11_000);
    await byHand(recharge, 1_000);
    expect((await anyRecharge(books.database, recharge)).status).toBe('PAID');
    expect([await balanceOf(userId), await receivablesOf(recharge)]).toEqual(['100.00', []]);
  });
});

/** Returns how many payments and refunds wait for an operator. */
async function waiting(): Promise<number> {
  const registry = new Registry();
  booksMetrics(registry, books.database);
  const text = await registry.getSingleMetricAsString('gpulease_payments_waiting');
  return Number(text.split(' ').at(-1));
}

describe('a refund that WeChat cannot pay', () => {
  const decide = (id: string, decision: 'CHECK' | 'RETURN' | 'PAID_BY_HAND') =>
    inTransaction((transaction) => decideRefund(transaction, id, { ...by, decision }));

  async function abnormal(userId: string, recharge: string): Promise<string> {
    world.wechat.faults.refunds = 'later';
    const id = await refund(userId, recharge, '60.00');
    await carryOut(id);
    await expect(decide(id, 'RETURN')).rejects.toMatchObject({ details: { reason: 'ILLEGAL_TRANSITION' } });
    expect(await anyRecharge(books.database, recharge)).toMatchObject({
      refundedAmount: '0.00',
      refundableAmount: '40.00',
    });
    await expect(refund(userId, recharge, '40.01')).rejects.toMatchObject({
      details: { fields: { amount: 'refundAtMost:40.00' } },
    });
    const before = await waiting();
    expect(await countOpenPayments(books.database)).toMatchObject({ pendingRefunds: 1 });
    world.wechat.settleRefund(id, 'ABNORMAL');
    await world.clock.advance(0);
    expect(await waiting()).toBe(before + 1);
    return id;
  }

  it('can be canceled once, which makes the money available again; if WeChat pays later, the money is taken back', async () => {
    const userId = await aCustomer(books);
    const id = await abnormal(userId, await paid(userId));
    const tries = await Promise.allSettled([decide(id, 'RETURN'), decide(id, 'PAID_BY_HAND')]);
    expect(tries.map(({ status }) => status)).toContain('rejected');
    const isReturned = tries[0].status === 'fulfilled';
    expect(await heldOf(userId)).toBe('0.00');
    expect(await balanceOf(userId)).toBe(isReturned ? '100.00' : '40.00');
    world.wechat.settleRefund(id, 'SUCCESS');
    await world.clock.advance(0);
    expect([await statusOfRefund(id), await balanceOf(userId)]).toEqual(['SUCCEEDED', '40.00']);
  });

  it('can be paid manually: it leaves the wallet with the reason, and cannot be refunded again', async () => {
    const userId = await aCustomer(books);
    const recharge = await paid(userId);
    const id = await abnormal(userId, recharge);
    await decide(id, 'PAID_BY_HAND');
    expect([await balanceOf(userId), await heldOf(userId)]).toEqual(['40.00', '0.00']);
    const { items } = await listRecords(books.database, { ...firstPage, userId });
    expect(items[0]).toMatchObject({ paymentMethod: 'ADMIN', operator: 'admin', remark: by.reason });
    await expect(refund(userId, recharge, '40.01')).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    expect((await anyRecharge(books.database, recharge)).refundedAmount).toBe('60.00');
    world.wechat.settleRefund(id, 'SUCCESS');
    await world.clock.advance(0);
    expect([await statusOfRefund(id), await balanceOf(userId)]).toEqual(['SUCCEEDED', '40.00']);
  });

  it('puts a payment in quarantine back under review when it is canceled', async () => {
    world.wechat.faults.refunds = 'later';
    const userId = await aCustomer(books);
    const recharge = await paid(userId, '100.00', 11_000);
    const { refundId = '' } = await inTransaction((transaction) =>
      decideRecharge(transaction, providers(), recharge, { ...by, decision: 'REFUND' }),
    );
    await carryOut(refundId);
    world.wechat.settleRefund(refundId, 'ABNORMAL');
    await world.clock.advance(0);
    await decide(refundId, 'RETURN');
    await inTransaction((transaction) =>
      decideRecharge(transaction, providers(), recharge, { ...by, decision: 'CREDIT' }),
    );
    expect(await balanceOf(userId)).toBe('110.00');
  });
});

describe('a refund that WeChat reports with different facts', () => {
  const told = (id: string, recharge: string, amount: bigint) =>
    bookReportedRefund(
      { database: books.database, log: createLogger('silent') },
      { method: 'WECHAT', outRefundNo: id, outTradeNo: recharge, amount },
      { state: 'SUCCESS' },
    );

  it('is not booked when the amount or the payment differs', async () => {
    const userId = await aCustomer(books);
    const recharge = await paid(userId);
    const id = await refund(userId, recharge, '60.00');
    await told(id, recharge, 5_000n);
    await expect(told(id, await paid(userId), 6_000n)).rejects.toThrow(`of the payment ${recharge}`);
    const { status, note } = await books.database
      .selectFrom('refund')
      .select(['status', 'note'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect([status, note]).toEqual([
      'PENDING',
      'The provider refunded 50.00 yuan, not 60.00: check its console',
    ]);
    await told(id, recharge, 6_000n);
    expect(await statusOfRefund(id)).toBe('SUCCEEDED');
  });
});

describe('a refund that WeChat reports as failed and pays anyway', () => {
  const fail = (id: string) => applyRefundState(books.database, id, { state: 'FAILED' });
  const pay = (id: string) => applyRefundState(books.database, id, { state: 'SUCCESS' });

  it('is taken once from the wallet that has the money back', async () => {
    const userId = await aCustomer(books);
    const id = await refund(userId, await paid(userId), '60.00');
    await fail(id);
    expect([await heldOf(userId), await balanceOf(userId)]).toEqual(['0.00', '100.00']);
    await Promise.all([pay(id), pay(id)]);
    expect([await statusOfRefund(id), await balanceOf(userId)]).toEqual(['SUCCEEDED', '40.00']);
  });

  it('becomes a debt of a customer who has spent the money', async () => {
    const userId = await aCustomer(books);
    const id = await refund(userId, await paid(userId), '60.00');
    await fail(id);
    await anOrder(books, userId, { hold: 5_000n });
    await pay(id);
    expect([await statusOfRefund(id), await balanceOf(userId)]).toEqual(['SUCCEEDED', '50.00']);
    expect((await readBalance(books.database, userId)).owed).toBe('10.00');
  });

  it('closes a payment in quarantine', async () => {
    const userId = await aCustomer(books);
    const recharge = await paid(userId, '100.00', 11_000);
    const { refundId = '' } = await inTransaction((transaction) =>
      decideRecharge(transaction, providers(), recharge, { ...by, decision: 'REFUND' }),
    );
    await fail(refundId);
    await pay(refundId);
    expect((await anyRecharge(books.database, recharge)).status).toBe('CLOSED');
    expect(await balanceOf(userId)).toBe('0.00');
  });
});

describe('a payment in quarantine', () => {
  const decide = (id: string, decision: 'CREDIT' | 'REFUND') =>
    inTransaction((transaction) => decideRecharge(transaction, providers(), id, { ...by, decision }));

  it('is credited once with the paid amount', async () => {
    const userId = await aCustomer(books);
    const id = await paid(userId, '100.00', 9_000);
    expect(await countOpenPayments(books.database)).toMatchObject({ quarantined: 1 });
    await decide(id, 'CREDIT');
    expect(await countOpenPayments(books.database)).toMatchObject({ quarantined: 0 });
    await expect(decide(id, 'CREDIT')).rejects.toMatchObject({ details: { reason: 'ILLEGAL_TRANSITION' } });
    expect([await balanceOf(userId), (await anyRecharge(books.database, id)).status]).toEqual([
      '90.00',
      'PAID',
    ]);
    const { items } = await listRecords(books.database, { ...firstPage, userId });
    expect(items[0]).toMatchObject({ amount: '90.00', operator: 'admin', remark: by.reason });
  });

  it('is refunded in full and then closed, even if WeChat reports it again', async () => {
    const userId = await aCustomer(books);
    const id = await paid(userId, '100.00', 11_000);
    const { refundId } = await decide(id, 'REFUND');
    await expect(decide(id, 'CREDIT')).rejects.toMatchObject({ details: { reason: 'ILLEGAL_TRANSITION' } });
    await carryOut(refundId ?? '');
    await carryOut(refundId ?? '');
    await world.wechat.callBack(id);
    expect(await anyRecharge(books.database, id)).toMatchObject({
      status: 'CLOSED',
      refundedAmount: '110.00',
    });
    expect(await balanceOf(userId)).toBe('0.00');
  });

  it('is decided once by two concurrent operators', async () => {
    const userId = await aCustomer(books);
    const id = await paid(userId, '100.00', 5_000);
    const tries = await Promise.allSettled([decide(id, 'CREDIT'), decide(id, 'REFUND')]);
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const won = tries.find((one) => one.status === 'fulfilled');
    if (won?.value.refundId !== undefined) await carryOut(won.value.refundId);
  });
});

describe("WeChat's bill of the previous day", () => {
  const log = createLogger('silent');
  const reconcile = async () => {
    for (let day = 0; day < 8; day += 1)
      await reconcileDue({ database: books.database, providers: providers(), log }, 'WECHAT');
    const { items } = await listReconciliations(books.database, firstPage);
    expect(items.filter(({ differences }) => differences.length === 0)).toEqual([]);
    const all = await listReconciliations(books.database, { ...firstPage, days: 'ALL' });
    expect(all.total).toBe(7);
    return items.flatMap(({ differences }) => differences);
  };

  it('credits unknown payments, books refunds made directly at WeChat, and lists differences', async () => {
    world.wechat.faults.lose = true;
    const userId = await aCustomer(books);
    const [missed, refunded, vanished] = [
      await paid(userId, '10.00'),
      await paid(userId, '20.00'),
      await paid(userId, '30.00'),
    ];
    world.wechat.faults.lose = false;
    await world.wechat.callBack(refunded);
    await world.wechat.callBack(vanished);
    world.wechat.faults.lose = true;
    world.wechat.refundByHand({ outRefundNo: `hand-${refunded}`, outTradeNo: refunded, amount: 500 });
    world.wechat.forget(vanished);
    await books.putClockAhead(48 * HOUR);
    // Other tests have refunds of their own that were never requested from WeChat.
    const differences = (await reconcile()).filter(({ id }) => !id.startsWith('B'));
    expect(await countOpenPayments(books.database)).toMatchObject({ differingDays: 1 });
    await books.putClockAhead(0);
    expect(differences).toEqual(
      expect.arrayContaining([
        { kind: 'REFUND', id: `hand-${refunded}`, booked: null, billed: '5.00' },
        { kind: 'PAYMENT', id: vanished, booked: '30.00', billed: null },
      ]),
    );
    expect(differences).toHaveLength(2);
    expect(await balanceOf(userId)).toBe('55.00');
    expect((await anyRecharge(books.database, missed)).status).toBe('PAID');
  });

  it('lists a refund that only our books have, but not one in the bill of the day on which it was requested', async () => {
    const userId = await aCustomer(books);
    const recharge = await paid(userId, '40.00');
    const [vanished, seen, slow] = [
      await refund(userId, recharge, '4.00'),
      await refund(userId, recharge, '5.00'),
      await refund(userId, recharge, '6.00'),
    ];
    for (const id of [vanished, seen, slow, vanished, seen, slow]) await carryOut(id);
    for (const id of [vanished, seen, slow]) expect(await statusOfRefund(id)).toBe('SUCCEEDED');
    world.wechat.forget(vanished);
    await books.asOwner("UPDATE refund SET finished_at = finished_at + interval '24 hours' WHERE id = $1", [
      slow,
    ]);
    await books.asOwner('TRUNCATE payment_reconciliation');
    await books.putClockAhead(72 * HOUR);
    const differences = await reconcile();
    await books.putClockAhead(0);
    expect(differences).toContainEqual({ kind: 'REFUND', id: vanished, booked: '4.00', billed: null });
    expect(differences.map(({ id }) => id)).not.toContain(seen);
    expect(differences.map(({ id }) => id)).not.toContain(slow);
  });

  it('credits once a recharge that a restored database has lost', async () => {
    const userId = await aCustomer(books);
    world.wechat.faults.lose = true;
    const lost = await paid(userId, '12.00');
    world.wechat.faults.lose = false;
    await books.asOwner('DELETE FROM recharge WHERE id = $1', [lost]);
    await books.asOwner('TRUNCATE payment_reconciliation');
    await books.putClockAhead(48 * HOUR);
    for (let turn = 0; turn < 2; turn += 1) {
      expect((await reconcile()).map(({ id }) => id)).not.toContain(lost);
      await books.asOwner('TRUNCATE payment_reconciliation');
    }
    await books.putClockAhead(0);
    expect(await balanceOf(userId)).toBe('12.00');
    expect((await anyRecharge(books.database, lost)).status).toBe('PAID');
  });

  it('lists and books a refund that was canceled but paid anyway', async () => {
    const userId = await aCustomer(books);
    const [late, failed] = [await paid(userId, '10.00'), await paid(userId, '20.00')];
    const [paidLate, never] = [await refund(userId, late, '4.00'), await refund(userId, failed, '5.00')];
    for (const id of [paidLate, never]) await applyRefundState(books.database, id, { state: 'FAILED' });
    world.wechat.faults.lose = true;
    world.wechat.refundByHand({ outRefundNo: paidLate, outTradeNo: late, amount: 400 });
    await books.asOwner('TRUNCATE payment_reconciliation');
    await books.putClockAhead(48 * HOUR);
    const differences = await reconcile();
    await books.putClockAhead(0);
    expect(differences).toContainEqual({ kind: 'REFUND', id: paidLate, booked: null, billed: '4.00' });
    expect(differences.map(({ id }) => id)).not.toContain(never);
    expect([await statusOfRefund(paidLate), await statusOfRefund(never)]).toEqual(['SUCCEEDED', 'FAILED']);
    expect(await balanceOf(userId)).toBe('26.00');
  });
});
