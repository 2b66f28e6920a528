import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApprovalDecision } from '@gpulease/contract/enums';
import { formatAmount } from '@gpulease/contract/money';
import { Registry } from 'prom-client';
import { withTransaction } from '../../database/database.ts';
import type { Row, Transaction } from '../../database/schema.ts';
import { readBalance } from '../../metering/balance.ts';
import { aCustomer, anOrder, aRun, give, openBooks, walletState, type Books } from '../../testing/books.ts';
import { openWeChat, type WeChatBooks } from '../../testing/wechat.ts';
import { booksMetrics } from '../../worker/books-metrics.ts';
import { executeRefund } from '../execute-refund.ts';
import { countOpenPayments } from '../open-payments.ts';
import { creditReport } from '../gpu-credit.ts';
import { createRecharge, requestCode } from '../recharges.ts';
import { createRefund } from '../refunds.ts';
import { listReceivables } from '../write-off.ts';
import { askAdjustment, askRefund, askWriteOff } from './ask.ts';
import { decideApproval } from './decide.ts';
import { listApprovals, readApproval } from './view.ts';

const DAY = 24 * 3_600_000;
const approver = fileURLToPath(new URL('../../testing/approver.ts', import.meta.url));
const by = { actor: 'first', reason: 'An outage' };

let books: Books;
let world: WeChatBooks;
beforeAll(async () => {
  books = await openBooks();
  world = await openWeChat(books);
});
afterEach(async () => {
  await books.putClockAhead(0);
  expect(await books.violations()).toEqual([]);
});
afterAll(async () => {
  await world.stop();
  await books.close();
});

const inTransaction = <T>(work: (transaction: Transaction) => Promise<T>) =>
  withTransaction(books.database, work);
const balanceOf = async (userId: string) => formatAmount((await walletState(books, userId)).balance);
const credit = (userId: string, amount: string) =>
  inTransaction((transaction) => askAdjustment(transaction, { userId, amount, ...by }));
const decide = (id: string, decision: ApprovalDecision, actor = 'second') =>
  inTransaction((transaction) =>
    decideApproval(transaction, world.payments.providers, id, { decision, actor, reason: 'Seen' }),
  );
const statusOf = async (id: string) => (await readApproval(books.database, id)).status;
const refusal = (reason: string) => ({ details: { reason } });

/** Returns the metric line on which alerts are based. */
async function waiting(): Promise<string | undefined> {
  const registry = new Registry();
  booksMetrics(registry, books.database);
  return (await registry.getSingleMetricAsString('gpulease_payments_waiting')).split('\n').at(-1);
}

async function paid(userId: string, amount = '100.00'): Promise<string> {
  const { providers } = world.payments;
  const { id } = await inTransaction((transaction) =>
    createRecharge(transaction, providers, userId, { amount, method: 'WECHAT' }),
  );
  const { codeUrl } = await requestCode(books.database, providers, id);
  world.wechat.pay(codeUrl ?? '');
  await world.clock.advance(0);
  return id;
}

/** Creates a customer who owes 60 yuan because held money was refunded directly at WeChat; `id` is the receivable. */
async function anOwing() {
  const userId = await aCustomer(books);
  const recharge = await paid(userId);
  await anOrder(books, userId, { hold: 6_000n });
  const id = `hand-${recharge}`;
  world.wechat.refundByHand({ outRefundNo: id, outTradeNo: recharge, amount: 10_000 });
  await world.clock.advance(0);
  return { userId, recharge, id };
}

describe('a credit that needs a second operator', () => {
  it('moves nothing until approval, then exactly the requested amount in the name of the requester', async () => {
    const userId = await aCustomer(books, 1_000n);
    const asked = await credit(userId, '2000.00');
    expect(asked).toMatchObject({
      ...{ kind: 'ADJUSTMENT', status: 'PENDING', amount: '2000.00', askedBy: 'first', reason: 'An outage' },
      ...{ balanceBefore: '10.00', balanceAfter: '2010.00', decidedBy: null },
    });
    expect(Date.parse(asked.expiresAt) - Date.parse(asked.createdAt)).toBe(7 * DAY);
    expect(await balanceOf(userId)).toBe('10.00');
    expect((await countOpenPayments(books.database)).approvals).toBe(1);
    expect(await waiting()).toBe('gpulease_payments_waiting 1');
    await decide(asked.id, 'APPROVE');
    expect(await balanceOf(userId)).toBe('2010.00');
    expect(await readApproval(books.database, asked.id)).toMatchObject({
      ...{ status: 'APPROVED', decidedBy: 'second', decisionReason: 'Seen' },
    });
    const posted = books.database
      .selectFrom('ledger_transaction')
      .select(['actor', 'reason'])
      .where('idempotency_key', '=', `adjustment:${asked.id}`);
    expect(await posted.execute()).toEqual([{ actor: 'first', reason: 'An outage' }]);
    expect((await countOpenPayments(books.database)).approvals).toBe(0);
    expect(await waiting()).toBe('gpulease_payments_waiting 0');
  });

  it('is carried out once when several operators approve it concurrently', async () => {
    const userId = await aCustomer(books);
    const { id } = await credit(userId, '2000.00');
    const tries = await Promise.allSettled(
      ['second', 'third', 'fourth', 'second'].map((actor) => decide(id, 'APPROVE', actor)),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await balanceOf(userId)).toBe('2000.00');
  });

  it('is carried out completely or not at all when the process is killed', async () => {
    const userId = await aCustomer(books);
    const { id } = await credit(userId, '2000.00');
    const env = { ...process.env, ...world.env, DATABASE_URL: books.url, NODE_OPTIONS: '' };
    const approve = async (GPULEASE_FAILPOINT?: string) => {
      const started = spawn(process.execPath, [approver, id], { env: { ...env, GPULEASE_FAILPOINT } });
      const [code, signal] = (await once(started, 'exit')) as [number | null, string | null];
      return signal ?? code;
    };
    expect(await approve('approval.carried-out')).toBe('SIGKILL');
    expect([await balanceOf(userId), await statusOf(id)]).toEqual(['0.00', 'PENDING']);
    expect(await approve()).toBe(0);
    expect([await balanceOf(userId), await statusOf(id)]).toEqual(['2000.00', 'APPROVED']);
  });

  it("subtracts the customer's debt from the resulting balance", async () => {
    const { userId } = await anOwing();
    const asked = await credit(userId, '2000.00');
    expect(asked).toMatchObject({ balanceBefore: '60.00', balanceAfter: '2000.00' });
    await decide(asked.id, 'APPROVE');
    expect(await balanceOf(userId)).toBe('2000.00');
  });

  it('cannot be decided by its requester or withdrawn by another operator', async () => {
    const userId = await aCustomer(books);
    const { id } = await credit(userId, '2000.00');
    for (const decision of ['APPROVE', 'DECLINE'] as const)
      await expect(decide(id, decision, 'first')).rejects.toMatchObject(refusal('OWN_REQUEST'));
    await expect(decide(id, 'WITHDRAW')).rejects.toMatchObject(refusal('ILLEGAL_TRANSITION'));
    await decide(id, 'WITHDRAW', 'first');
    await expect(decide(id, 'APPROVE')).rejects.toMatchObject(refusal('ILLEGAL_TRANSITION'));
    expect([await balanceOf(userId), await statusOf(id)]).toEqual(['0.00', 'WITHDRAWN']);
  });

  it('can be declined, and expires after a week', async () => {
    const userId = await aCustomer(books);
    const [declined, late] = [await credit(userId, '2000.00'), await credit(userId, '3000.00')];
    await decide(declined.id, 'DECLINE');
    await books.putClockAhead(7 * DAY + 60_000);
    await expect(decide(late.id, 'APPROVE')).rejects.toMatchObject(refusal('ILLEGAL_TRANSITION'));
    const expired = { page: 1, pageSize: 100, status: 'EXPIRED' } as const;
    const { items } = await listApprovals(books.database, expired);
    expect(items.map(({ id }) => id)).toContain(late.id);
    expect(await statusOf(declined.id)).toBe('DECLINED');
    expect(await balanceOf(userId)).toBe('0.00');
  });

  it('cannot be changed in the database', async () => {
    const userId = await aCustomer(books);
    const { id } = await credit(userId, '2000.00');
    const approval = () => books.database.updateTable('approval').where('id', '=', id);
    await expect(approval().set({ amount: 1n }).execute()).rejects.toThrow('permission denied');
    const decided = { decided_by: 'first', decision_reason: 'x', decided_at: new Date() };
    const own = approval().set({ status: 'DECLINED', ...decided });
    await expect(own.execute()).rejects.toThrow('check constraint');
    await decide(id, 'DECLINE');
    await expect(approval().set({ status: 'PENDING' }).execute()).rejects.toThrow('has been decided on');
  });
});

describe('the check of the books', () => {
  const found = async () => (await books.violations()).map(({ invariant }) => invariant);
  const invariant = 'every approval by a second operator was carried out once, with the requested amount';
  const forge = async (id: string, change: string) => {
    await books.asOwner('ALTER TABLE approval DISABLE TRIGGER decided_once');
    await books.asOwner(`UPDATE approval SET ${change} WHERE id = $1`, [id]);
    await books.asOwner('ALTER TABLE approval ENABLE TRIGGER decided_once');
  };

  it('finds an approval that differs from the booked amount, and one without a booking', async () => {
    const [one, other] = [
      await credit(await aCustomer(books), '2000.00'),
      await credit(await aCustomer(books), '3000.00'),
    ];
    await decide(one.id, 'APPROVE');
    expect(await found()).toEqual([]);
    await forge(one.id, 'amount = amount + 1');
    expect(await found()).toEqual([invariant]);
    await forge(one.id, 'amount = amount - 1');
    const approved = "status = 'APPROVED', decided_by = 'second', decision_reason = 'x', decided_at = now()";
    await forge(other.id, approved);
    expect(await found()).toEqual([invariant]);
    await forge(other.id, "status = 'DECLINED'");
  });
});

describe('a debit that needs a second operator', () => {
  it('is refused at the request or at the approval if the customer lacks the money', async () => {
    const userId = await aCustomer(books, 300_000n);
    await expect(credit(userId, '-3000.01')).rejects.toMatchObject({ code: 'INSUFFICIENT_FUNDS' });
    const asked = await credit(userId, '-2000.00');
    expect(asked).toMatchObject({ amount: '-2000.00', balanceAfter: '1000.00' });
    await give(books.database, userId, -150_000n);
    await expect(decide(asked.id, 'APPROVE')).rejects.toMatchObject({ code: 'INSUFFICIENT_FUNDS' });
    expect([await balanceOf(userId), await statusOf(asked.id)]).toEqual(['1500.00', 'PENDING']);
    await give(books.database, userId, 50_000n);
    await decide(asked.id, 'APPROVE');
    expect(await balanceOf(userId)).toBe('0.00');
  });
});

describe('a refund that needs a second operator', () => {
  it('is requested from the provider after its approval', async () => {
    const userId = await aCustomer(books);
    const recharge = await paid(userId, '5000.00');
    const order = { userId, username: 'x', recharge, amount: '4000.00', ...by };
    const asked = await inTransaction((transaction) =>
      askRefund(transaction, world.payments.providers, order),
    );
    expect(asked).toMatchObject({ recharge, amount: '4000.00', balanceAfter: '1000.00' });
    const tries = await Promise.allSettled([
      decide(asked.id, 'APPROVE'),
      decide(asked.id, 'APPROVE', 'third'),
    ]);
    const [refund] = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    for (const id of [refund, refund])
      await executeRefund(books.database, world.payments.providers, id ?? '');
    expect(await balanceOf(userId)).toBe('1000.00');
  });

  it('is not carried out if the refundable amount has dropped below it', async () => {
    const userId = await aCustomer(books, 10_000n);
    const order = { userId, username: 'x', recharge: await paid(userId), ...by };
    const { providers } = world.payments;
    const asked = await inTransaction((transaction) =>
      askRefund(transaction, providers, { ...order, amount: '60.00' }),
    );
    await inTransaction((transaction) => createRefund(transaction, providers, { ...order, amount: '50.00' }));
    await expect(decide(asked.id, 'APPROVE')).rejects.toMatchObject(refusal('AMOUNT_CHANGED'));
    expect(await statusOf(asked.id)).toBe('PENDING');
  });

  it('is refused beyond the paid amount', async () => {
    const userId = await aCustomer(books);
    const order = { userId, username: 'x', recharge: await paid(userId), amount: '100.01', ...by };
    await expect(
      inTransaction((transaction) => askRefund(transaction, world.payments.providers, order)),
    ).rejects.toMatchObject({ details: { fields: { amount: 'refundAtMost:100.00' } } });
  });
});

describe('a write-off that needs a second operator', () => {
  const ask = (id: string) => inTransaction((transaction) => askWriteOff(transaction, id, by));

  it('writes off the requested sum', async () => {
    const { userId, id, recharge } = await anOwing();
    const asked = await ask(id);
    expect(asked).toMatchObject({
      ...{ kind: 'WRITE_OFF', amount: '60.00', recharge, balanceBefore: '60.00', balanceAfter: '60.00' },
    });
    await decide(asked.id, 'APPROVE');
    expect((await readBalance(books.database, userId)).owed).toBe('0.00');
  });

  it('is not carried out if the customer has since paid a part', async () => {
    const { userId, id, recharge } = await anOwing();
    const asked = await ask(id);
    await paid(userId, '50.00');
    await expect(decide(asked.id, 'APPROVE')).rejects.toMatchObject(refusal('AMOUNT_CHANGED'));
    const { items } = await listReceivables(books.database, { page: 1, pageSize: 20, search: recharge });
    expect(items[0]).toMatchObject({ status: 'OPEN', open: '10.00', writtenOff: '0.00' });
    expect(await statusOf(asked.id)).toBe('PENDING');
  });
});

describe('the credit for a broken GPU above the limit', () => {
  const ago = (hours: number) => new Date(Math.floor(Date.now() / 1_000) * 1_000 - hours * 3_600_000);

  /** Reports, two hours ago, a GPU of a machine that runs at a fen per second. */
  async function aReport(): Promise<Row<'gpu_report'>> {
    const userId = await aCustomer(books, 20_000n);
    const { orderId, uid } = await anOrder(books, userId, { price: 36_000_000n, hold: 0n });
    const [from, until] = [ago(3), ago(1)];
    await aRun(books, orderId, { from, until });
    return books.database
      .insertInto('gpu_report')
      .values({
        ...{
          user_id: userId,
          workload: 'box',
          workload_uid: uid,
          region: 'east',
          node: 'gpu-1',
          gpu: 'a100',
        },
        ...{ fault: 'ERRORS', created_at: ago(2) },
        ...{ status: 'CONFIRMED', answer: 'Xid 79', answered_by: 'first', answered_at: new Date() },
      })
      .returningAll()
      .executeTakeFirstOrThrow();
  }
  const promise = (report: Row<'gpu_report'>) =>
    inTransaction((transaction) => creditReport(transaction, report, { ...by, limit: 3_599n }));
  const ofReport = ({ id }: Row<'gpu_report'>) =>
    books.database.selectFrom('gpu_report').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  async function asked(userId: string): Promise<string> {
    const { rows } = await books.pool.query<{ id: string }>('SELECT id FROM approval WHERE user_id = $1', [
      userId,
    ]);
    expect(rows).toHaveLength(1);
    return rows[0]?.id ?? '';
  }

  it('is booked as promised on approval, and the customer is notified then', async () => {
    const report = await aReport();
    expect(await promise(report)).toMatchObject({ credit: 3_600n, credited_at: null });
    expect(await balanceOf(report.user_id)).toBe('128.00');
    const id = await asked(report.user_id);
    expect(await readApproval(books.database, id)).toMatchObject({ amount: '36.00', askedBy: 'first' });
    await decide(id, 'APPROVE');
    expect(await balanceOf(report.user_id)).toBe('164.00');
    expect((await ofReport(report)).credited_at).toBeInstanceOf(Date);
    const { rows } = await books.pool.query('SELECT kind, amount FROM notice WHERE user_id = $1', [
      report.user_id,
    ]);
    expect(rows).toEqual([{ kind: 'GPU_CREDITED', amount: 3_600n }]);
  });

  it('is withdrawn when it is declined', async () => {
    const report = await aReport();
    await promise(report);
    await decide(await asked(report.user_id), 'DECLINE');
    expect(await ofReport(report)).toMatchObject({ credit: null, credited_at: null });
    expect(await balanceOf(report.user_id)).toBe('128.00');
  });
});
