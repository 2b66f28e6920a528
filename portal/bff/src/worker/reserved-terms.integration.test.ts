/** Reserved terms, and orders that can no longer be fulfilled, with real books and a real API server. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@gpulease/kube/testing';
import { Registry } from 'prom-client';
import { readDunningSchedule } from '../dunning/schedule.ts';
import { createLogger } from '../http/logger.ts';
import { listRecords } from '../metering/records.ts';
import { withTransaction } from '../database/database.ts';
import { readAccounts } from '../orders/workload-accounts.ts';
import { readOrders } from '../orders/order-facts.ts';
import { creditReport } from '../payments/gpu-credit.ts';
import { agreeOnRefund } from '../orders/reserved-terms.ts';
import { aCustomer, openBooks, walletState, type Books } from '../testing/books.ts';
import { fundedOf, openCluster, scheduled, type TestCluster } from '../workloads/testing/cluster.ts';
import { createBillingMetrics } from './metrics.ts';
import { startWorker, type BillingWorker } from './run.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** The balance of 50 yuan after two days at 10 yuan, in fen. */
const PAID = 3_000n;

let books: Books;
let cluster: TestCluster;
/** Two concurrent workers, which must still do each thing once. */
let workers: BillingWorker[];
beforeAll(async () => {
  [books, cluster] = await Promise.all([openBooks(), openCluster()]);
  workers = [start(), start()];
  await Promise.all(workers.map(({ ready }) => ready));
});
afterEach(async () => {
  await eventually(async () => expect(await books.violations()).toEqual([]));
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  await Promise.all([cluster.close(), books.close()]);
});

function start(): BillingWorker {
  return startWorker({
    cluster: cluster.cluster,
    database: books.database,
    dunning: readDunningSchedule({}),
    metrics: createBillingMetrics(new Registry()),
    log: createLogger(process.env.LOG_LEVEL ?? 'silent'),
    sweepMs: 200,
  });
}

const ago = (milliseconds: number) => new Date(Date.now() - milliseconds);
const condition = async (userId: string) => fundedOf(await cluster.get(userId, 'box'));
const becomes = (userId: string, expected: string) =>
  eventually(async () => expect(await condition(userId)).toBe(expected));
const balance = async (userId: string) => (await walletState(books, userId)).balance;

/** Creates a customer with 50 yuan and an order, by default for two days. */
async function aTenant(change: object = {}): Promise<string> {
  const userId = await aCustomer(books, 5_000n);
  await cluster.addTenant(userId);
  await cluster.createWorkload(userId, 'box', {
    pricing: { policy: cluster.names.reserved, quantity: 2 },
    ...change,
  });
  await becomes(userId, 'True OrderAccepted');
  return userId;
}

/** Moves the start of the term into the past, with its first run owed since then or since now. */
async function begunAgo(
  userId: string,
  milliseconds: number,
  owed: 'since then' | 'now' = 'now',
): Promise<Date> {
  const from = ago(milliseconds);
  await books.asOwner(
    `UPDATE workload_order SET accepted_at = $2, term_start = $2, owed_since = $3, term_end = $2::timestamptz + interval '2 days'
     WHERE user_id = $1`,
    [userId, from, owed === 'now' ? new Date() : from],
  );
  return from;
}

/** Ends the term of this order only. */
function endsNow(userId: string) {
  return books.asOwner('UPDATE workload_order SET term_end = $2 WHERE user_id = $1', [userId, ago(0)]);
}

interface SeenRun {
  id: string;
  from: Date;
  until?: Date;
  endReason?: string;
}

function operatorSays(userId: string, phase: 'Running' | 'Starting' | 'Stopped', seen: SeenRun[]) {
  return cluster.asOperator(userId, 'box', {
    phase,
    conditions: [scheduled(phase === 'Stopped' ? 'False' : 'True', new Date())],
    runs: seen.map(({ id, from, until, endReason }) => ({
      id: `${userId.slice(0, 8)}-${id}`,
      startedAt: from.toISOString(),
      ...(until && { stoppedAt: until.toISOString(), goneAt: until.toISOString() }),
      ...(endReason !== undefined && { endReason }),
    })),
  });
}

function order(userId: string) {
  return books.database
    .selectFrom('workload_order')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
}

async function settledRun(userId: string) {
  const { id } = await order(userId);
  const [facts] = await readOrders(books.database, { id });
  return facts?.settledRun ?? undefined;
}

async function refunds(userId: string) {
  const query = { page: 1, pageSize: 50, userId, type: 'DEDUCTION' } as const;
  const { items } = await listRecords(books.database, query);
  return items
    .filter(({ amount }) => amount.startsWith('-'))
    .map(({ amount, refundReason }) => [amount, refundReason]);
}

function kubectl(userId: string, verb: string, ...more: string[]) {
  return cluster.controlPlane.kubectl([
    verb,
    'workloads.gpulease.dev',
    'box',
    `--namespace=u-${userId}`,
    ...more,
  ]);
}

describe('a reserved machine', () => {
  it('is abandoned if it is not delivered within 30 minutes, and refunded once the operator reports it stopped', async () => {
    const userId = await aTenant();
    expect(await balance(userId)).toBe(PAID);
    await operatorSays(userId, 'Starting', []);
    await begunAgo(userId, 31 * MINUTE, 'since then');
    await becomes(userId, 'False NotDelivered');
    expect(await balance(userId)).toBe(PAID);
    await operatorSays(userId, 'Stopped', []);
    await eventually(async () => expect(await balance(userId)).toBe(5_000n));
    expect(await order(userId)).toMatchObject({ state: 'REJECTED', rejection: 'NotDelivered' });
    expect(await condition(userId)).toBe('False NotDelivered');
    expect(await refunds(userId)).toEqual([['-20.00', 'NOT_DELIVERED']]);
  });

  it('has its term moved if it is delivered late, and is funded until the new end', async () => {
    const userId = await aTenant();
    const ordered = await begunAgo(userId, 12 * MINUTE, 'since then');
    const from = new Date(ordered.getTime() + 9 * MINUTE);
    await operatorSays(userId, 'Running', [{ id: 'a', from }]);
    await eventually(async () => {
      const workload = await cluster.get(userId, 'box');
      expect(workload?.status?.billing?.fundedUntil).toBe(new Date(from.getTime() + 2 * DAY).toISOString());
    });
    const { id, term_start, late_ms } = await order(userId);
    expect([term_start, late_ms]).toEqual([from, 540_000n]);
    const account = (await readAccounts(books.database, [id])).get(id);
    expect(account?.term).toMatchObject({ start: from, charge: 2_000n, credited: 0n, refund: 800n });
  });

  it('is credited only for the time lost by the platform', async () => {
    const userId = await aTenant();
    const from = await begunAgo(userId, 300 * MINUTE);
    const minute = (minutes: number) => new Date(from.getTime() + minutes * MINUTE);
    const lost = { id: 'a', from, until: minute(60), endReason: 'NodeLost' };
    await operatorSays(userId, 'Running', [lost, { id: 'b', from: minute(204) }]);
    // 144 minutes of two days: a twentieth.
    await eventually(async () => expect(await balance(userId)).toBe(PAID + 100n));
    const restarted = { id: 'b', from: minute(204), until: minute(210), endReason: 'RestartRequested' };
    await operatorSays(userId, 'Running', [lost, restarted, { id: 'c', from: minute(250) }]);
    await eventually(async () => {
      const { rows } = await books.pool.query('SELECT FROM usage_segment WHERE account_id = $1', [
        `wallet:${userId}`,
      ]);
      expect(rows).toHaveLength(3);
    });
    expect(await refunds(userId)).toEqual([['-1.00', 'OUTAGE']]);
    const { id } = await order(userId);
    expect((await readAccounts(books.database, [id])).get(id)).toMatchObject({ total: 1_900n });
  });

  it('is credited for an outage until its customer switches it off', async () => {
    const userId = await aTenant();
    const from = await begunAgo(userId, 144 * MINUTE);
    await operatorSays(userId, 'Stopped', [{ id: 'a', from, until: from, endReason: 'Maintenance' }]);
    await eventually(async () => expect((await order(userId)).owed_since).toEqual(from));
    await kubectl(userId, 'patch', '--type=merge', '--patch={"spec":{"powerState":"Stopped"}}');
    await eventually(async () => expect(await balance(userId)).toBe(PAID + 100n));
    expect((await order(userId)).owed_since).toBeNull();
  });

  it('is credited for the time of a broken GPU in addition to its downtime', async () => {
    const userId = await aTenant();
    const from = await begunAgo(userId, DAY);
    const lost = { id: 'a', from, until: ago(DAY / 2), endReason: 'NodeLost' };
    // Down for a twentieth of the term.
    await operatorSays(userId, 'Running', [lost, { id: 'b', from: ago(DAY / 2 - 144 * MINUTE) }]);
    await eventually(async () => expect(await balance(userId)).toBe(PAID + 100n));
    const { workload_uid: uid } = await order(userId);
    const report = await books.database
      .insertInto('gpu_report')
      .values({
        ...{ user_id: userId, workload: 'box', workload_uid: uid ?? '', region: 'r', node: 'n', gpu: 'g' },
        ...{ fault: 'ERRORS', created_at: ago(288 * MINUTE) },
        ...{ status: 'CONFIRMED', answer: 'Xid 79', answered_by: 'admin', answered_at: new Date() },
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const by = { actor: 'admin', reason: 'Xid 79', limit: undefined };
    await withTransaction(books.database, (transaction) => creditReport(transaction, report, by));
    expect(await balance(userId)).toBe(PAID + 300n);
    expect(await order(userId)).toMatchObject({ term_credited: 100n });
  });

  it('is refunded as of the request for its destruction', async () => {
    const userId = await aTenant();
    const from = await begunAgo(userId, DAY - 5_000);
    await operatorSays(userId, 'Running', [{ id: 'a', from }]);
    await eventually(async () => expect((await order(userId)).delivered_at).toEqual(from));
    await kubectl(userId, 'delete', '--wait=false');
    await eventually(async () => expect((await order(userId)).cancelled_at).not.toBeNull());
    await books.putClockAhead(MINUTE);
    await operatorSays(userId, 'Stopped', [
      { id: 'a', from, until: new Date(), endReason: 'DestroyRequested' },
    ]);
    await cluster.finishDestroying(userId, 'box');
    await eventually(async () => expect(await cluster.get(userId, 'box')).toBeUndefined());
    expect(await refunds(userId)).toEqual([['-8.00', 'CANCELLED']]);
    await books.putClockAhead(0);
  });

  it('leaves the books in order if it keeps running after its term until it is stopped', async () => {
    const userId = await aTenant();
    const from = await begunAgo(userId, DAY);
    await operatorSays(userId, 'Running', [{ id: 'a', from }]);
    await eventually(async () => expect((await order(userId)).delivered_at).toEqual(from));
    await endsNow(userId);
    await becomes(userId, 'False TermEnded');
    expect(await books.violations()).toEqual([]);
  });

  it('is refunded in full if it is destroyed before its first run', async () => {
    const userId = await aTenant();
    await begunAgo(userId, 10 * MINUTE, 'since then');
    await kubectl(userId, 'delete', '--wait=false');
    await cluster.finishDestroying(userId, 'box');
    await eventually(async () => expect(await balance(userId)).toBe(5_000n));
  });
});

describe('a reserved machine that is canceled while it starts', () => {
  const agree = async (userId: string, expected: string) => {
    const { id } = await order(userId);
    await withTransaction(books.database, async (transaction) => {
      await agreeOnRefund(transaction, id, expected);
      await kubectl(userId, 'delete', '--wait=false');
    });
  };
  const isGone = (userId: string) =>
    eventually(async () => expect(await cluster.get(userId, 'box')).toBeUndefined());

  it.each([
    { name: 'begins a moment later', after: 1_000 },
    { name: 'had begun unseen by the worker', after: -5_000 },
  ])('refunds the agreed sum although its run $name', async ({ after }) => {
    const userId = await aTenant();
    await operatorSays(userId, 'Starting', []);
    await begunAgo(userId, 10 * MINUTE, 'since then');
    await agree(userId, '20.00');
    const from = new Date(((await order(userId)).cancelled_at?.getTime() ?? 0) + after);
    await operatorSays(userId, 'Running', [{ id: 'a', from }]);
    await eventually(async () => {
      const { rows } = await books.pool.query('SELECT FROM usage_segment WHERE account_id = $1', [
        `wallet:${userId}`,
      ]);
      expect(rows).toHaveLength(1);
    });
    const until = new Date(from.getTime() + 3_000);
    await operatorSays(userId, 'Stopped', [{ id: 'a', from, until, endReason: 'DestroyRequested' }]);
    await cluster.finishDestroying(userId, 'box');
    await isGone(userId);
    expect(await refunds(userId)).toEqual([['-20.00', 'CANCELLED']]);
    expect(await balance(userId)).toBe(5_000n);
  });

  it('refunds the agreed sum although its term ends before it is destroyed', async () => {
    const userId = await aTenant();
    const from = await begunAgo(userId, DAY - 5_000);
    await operatorSays(userId, 'Running', [{ id: 'a', from }]);
    await eventually(async () => expect((await order(userId)).delivered_at).toEqual(from));
    await agree(userId, '8.00');
    await endsNow(userId);
    await operatorSays(userId, 'Stopped', [
      { id: 'a', from, until: new Date(), endReason: 'DestroyRequested' },
    ]);
    await eventually(async () => expect(await settledRun(userId)).toBeDefined());
    expect((await order(userId)).state).toBe('ACTIVE');
    await cluster.finishDestroying(userId, 'box');
    await isGone(userId);
    expect(await refunds(userId)).toEqual([['-8.00', 'CANCELLED']]);
  });

  it('agrees only on the sum that it refunds, and only once', async () => {
    const userId = await aTenant();
    const { id } = await order(userId);
    const asking = (expected: string) =>
      withTransaction(books.database, (transaction) => agreeOnRefund(transaction, id, expected));
    await expect(asking('16.00')).rejects.toMatchObject({
      details: { reason: 'REFUND_CHANGED', refund: '20.00' },
    });
    expect(await order(userId)).toMatchObject({ cancelled_at: null, agreed_refund: null });
    await asking('20.00');
    await asking('20.00');
    await expect(asking('16.00')).rejects.toMatchObject({ details: { refund: '20.00' } });
    await expect(
      books.database
        .updateTable('workload_order')
        .set({ agreed_refund: 1_600n })
        .where('id', '=', id)
        .execute(),
    ).rejects.toThrow(/was agreed on at/);
    await kubectl(userId, 'delete', '--wait=false');
    await cluster.finishDestroying(userId, 'box');
    await isGone(userId);
    expect(await balance(userId)).toBe(5_000n);
  });

  it('is found by the check of the books if another sum was paid', async () => {
    const userId = await aTenant();
    await agree(userId, '20.00');
    await cluster.finishDestroying(userId, 'box');
    await isGone(userId);
    const forge = async (fen: bigint) => {
      await books.asOwner('ALTER TABLE workload_order DISABLE TRIGGER agreed_once');
      await books.asOwner('UPDATE workload_order SET agreed_refund = $2 WHERE user_id = $1', [userId, fen]);
      await books.asOwner('ALTER TABLE workload_order ENABLE TRIGGER agreed_once');
    };
    await forge(1_960n);
    expect((await books.violations()).map(({ invariant }) => invariant)).toEqual([
      'a cancelled term refunded the agreed amount',
    ]);
    await forge(2_000n);
  });
});

describe('a reserved machine that its customer switched on only after a day', () => {
  it('is refunded the term from then on if it is not delivered within 30 minutes', async () => {
    const userId = await aTenant();
    await operatorSays(userId, 'Stopped', []);
    await begunAgo(userId, DAY);
    await books.asOwner('UPDATE workload_order SET owed_since = $2 WHERE user_id = $1', [
      userId,
      ago(31 * MINUTE),
    ]);
    await eventually(async () => expect((await order(userId)).state).toBe('CLOSED'));
    const [[amount, reason] = []] = await refunds(userId);
    expect(reason).toBe('NOT_DELIVERED');
    expect(Number(amount)).toBeCloseTo(-10.22, 1);
  });
});

describe('an order that found no free capacity and may not wait', () => {
  const halted = () =>
    ({
      phase: 'Stopped',
      reason: 'OrderSoldOut',
      message: 'No capacity was free for this order.',
      halt: { reason: 'OrderSoldOut', at: new Date().toISOString() },
    }) as const;
  const kinds = async (userId: string) => {
    const rows = await books.database
      .selectFrom('notice')
      .select('kind')
      .where('user_id', '=', userId)
      .execute();
    return rows.map(({ kind }) => kind);
  };

  it('ends, releases its hold, and cannot be started again', async () => {
    const userId = await aTenant({ pricing: { policy: cluster.names.policy }, whenSoldOut: 'Refuse' });
    expect((await walletState(books, userId)).held).toBe(158n);
    await cluster.asOperator(userId, 'box', halted());
    await eventually(async () => expect((await order(userId)).state).toBe('REJECTED'));
    expect(await order(userId)).toMatchObject({ rejection: 'OrderSoldOut' });
    expect(await walletState(books, userId)).toEqual({ balance: 5_000n, held: 0n });
    expect(await condition(userId)).toBe('False OrderSoldOut');
    await eventually(async () => expect(await kinds(userId)).toEqual(['ORDER_SOLD_OUT']));
    const restartedAt = new Date(Date.now() + MINUTE).toISOString();
    await kubectl(userId, 'patch', '--type=merge', `--patch=${JSON.stringify({ spec: { restartedAt } })}`);
    await cluster.asOperator(userId, 'box', { ...halted(), message: 'Looked at again.' });
    expect(await condition(userId)).toBe('False OrderSoldOut');
    expect((await walletState(books, userId)).held).toBe(0n);
  });

  it('is refunded in full if it is reserved', async () => {
    const userId = await aTenant({ whenSoldOut: 'Refuse' });
    expect(await balance(userId)).toBe(PAID);
    await cluster.asOperator(userId, 'box', halted());
    await eventually(async () => expect(await balance(userId)).toBe(5_000n));
    expect(await refunds(userId)).toEqual([['-20.00', 'NOT_DELIVERED']]);
    expect((await order(userId)).state).toBe('REJECTED');
    expect(await condition(userId)).toBe('False OrderSoldOut');
  });
});

describe('an order for which no node is large enough anymore', () => {
  const tooLarge = {
    phase: 'Pending',
    reason: 'NeverPlaceable',
    message: 'No node in r has 16 GPUs at all.',
  } as const;

  it('releases its hold and shows the reason', async () => {
    const userId = await aTenant({ pricing: { policy: cluster.names.policy } });
    expect((await walletState(books, userId)).held).toBe(158n);
    await cluster.asOperator(userId, 'box', tooLarge);
    await becomes(userId, 'False NeverPlaceable');
    await eventually(async () => expect((await walletState(books, userId)).held).toBe(0n));
    expect(await condition(userId)).toBe('False NeverPlaceable');
  });

  it('is refunded in full if it is reserved', async () => {
    const userId = await aTenant();
    await cluster.asOperator(userId, 'box', tooLarge);
    await becomes(userId, 'False NeverPlaceable');
    expect(await balance(userId)).toBe(PAID);
    await operatorSays(userId, 'Stopped', []);
    await eventually(async () => expect(await balance(userId)).toBe(5_000n));
    expect(await refunds(userId)).toEqual([['-20.00', 'NOT_DELIVERED']]);
  });

  it('is refunded the rest of its term if it has run', async () => {
    const userId = await aTenant();
    const from = await begunAgo(userId, DAY);
    const until = new Date(from.getTime() + MINUTE);
    await operatorSays(userId, 'Stopped', [{ id: 'a', from, until, endReason: 'StopRequested' }]);
    await eventually(async () => expect((await order(userId)).delivered_at).toEqual(from));
    await cluster.asOperator(userId, 'box', {
      ...tooLarge,
      runs: (await cluster.get(userId, 'box'))?.status?.runs ?? [],
    });
    await becomes(userId, 'False NeverPlaceable');
    await operatorSays(userId, 'Stopped', [{ id: 'a', from, until, endReason: 'StopRequested' }]);
    await eventually(async () => expect((await order(userId)).state).toBe('CLOSED'));
    const [[amount, reason] = []] = await refunds(userId);
    expect(reason).toBe('NOT_PLACEABLE');
    expect(Number(amount)).toBeCloseTo(-10, 1);
  });
});
