import type { NoticeKind } from '@gpulease/contract/notice-kinds';
import { formatAmount } from '@gpulease/contract/money';
import type { WorkloadSpec, WorkloadStatus } from '@gpulease/crds';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { eventually } from '@gpulease/kube/testing';
import { Registry } from 'prom-client';
import { catalogueSynced, startCatalogue, stopCatalogue } from '../catalogue/catalogue.ts';
import { withTransaction } from '../database/database.ts';
import { readDunningSchedule } from '../dunning/schedule.ts';
import { destroyHandler, DESTROY_TOPIC } from '../dunning/destroy.ts';
import { stopHandler, STOP_TOPIC } from '../dunning/stop-machines.ts';
import { createLogger } from '../http/logger.ts';
import { walletOf } from '../ledger/wallets.ts';
import { changeLimits } from '../metering/spending.ts';
import { orderOutboxHandlers } from '../orders/outbox-handlers.ts';
import { start, withdrawStart } from '../orders/start.ts';
import { enqueue } from '../jobs/outbox.ts';
import { runOutbox, type Outbox } from '../jobs/runner.ts';
import { aCustomer, give, openBooks, type Books } from '../testing/books.ts';
import { fundedOf, openCluster, scheduled, type TestCluster } from '../workloads/testing/cluster.ts';
import { createBillingMetrics } from './metrics.ts';
import { startWorker, type BillingWorker } from './run.ts';

jest.setTimeout(300_000);

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const log = createLogger(process.env.LOG_LEVEL ?? 'silent');

let books: Books;
let cluster: TestCluster;
let workers: BillingWorker[];
let outbox: Outbox | undefined;
let ahead = 0;
beforeAll(async () => {
  [books, cluster] = await Promise.all([openBooks(), openCluster()]);
  workers = await startWorkers();
  outbox = startOutbox();
});
afterEach(async () => {
  await eventually(async () => expect(await books.violations()).toEqual([]));
});
afterAll(async () => {
  await Promise.all([...workers.map((worker) => worker.stop()), outbox?.stop()]);
  await Promise.all([cluster.close(), books.close()]);
});

/** Starts three concurrent workers. */
async function startWorkers(): Promise<BillingWorker[]> {
  const started = [1, 2, 3].map(() =>
    startWorker({
      cluster: cluster.cluster,
      database: books.database,
      dunning: readDunningSchedule({}),
      metrics: createBillingMetrics(new Registry()),
      log,
      sweepMs: 200,
    }),
  );
  await Promise.all(started.map(({ ready }) => ready));
  return started;
}

function startOutbox(): Outbox {
  const { database } = books;
  const handlers = {
    ...orderOutboxHandlers(cluster.cluster, log),
    [DESTROY_TOPIC]: destroyHandler(cluster.cluster),
    [STOP_TOPIC]: stopHandler(cluster.cluster),
  };
  return runOutbox({ database, log, handlers, concurrency: 2 });
}

/** Advances the billing clock. */
async function pass(milliseconds: number): Promise<void> {
  ahead += milliseconds;
  await books.putClockAhead(ahead);
}
const now = () => new Date(Date.now() + ahead);

/** Creates a customer with `fen` in the wallet and running machines at 1.58 yuan an hour. */
async function aRenter(fen: bigint, ...names: string[]): Promise<string> {
  const userId = await aCustomer(books, fen);
  await cluster.addTenant(userId);
  for (const name of names) await runs(userId, name);
  return userId;
}

async function runs(userId: string, name: string, change: Partial<WorkloadSpec> = {}): Promise<void> {
  const { metadata } = await cluster.createWorkload(userId, name, change);
  await isFunded(userId, name);
  const startedAt = now();
  await cluster.asOperator(userId, name, {
    phase: 'Running',
    conditions: [scheduled('True', startedAt)],
    runs: [{ id: metadata.uid ?? '', startedAt: startedAt.toISOString() }],
  });
  await eventually(async () => expect(await openRuns(userId, name)).toBe(1));
}

async function openRuns(userId: string, name: string): Promise<number> {
  const rows = await books.database
    .selectFrom('usage_segment as s')
    .innerJoin('workload_order as o', 'o.id', 's.order_id')
    .select('s.id')
    .where((row) => row.and({ 'o.user_id': userId, 'o.name': name }))
    .where('s.stopped_at', 'is', null)
    .execute();
  return rows.length;
}

/** Reports as the operator that the machine is gone. */
async function isGone(
  userId: string,
  name: string,
  endReason = 'InsufficientFunds',
  status: WorkloadStatus = {},
): Promise<void> {
  const workload = await cluster.get(userId, name);
  const startedAt = workload?.status?.runs?.[0]?.startedAt ?? '';
  const until = now();
  await cluster.asOperator(userId, name, {
    ...status,
    phase: 'Stopped',
    conditions: [scheduled('False', until)],
    runs: [
      {
        id: workload?.metadata.uid ?? '',
        startedAt,
        stoppedAt: until.toISOString(),
        endReason,
        goneAt: until.toISOString(),
      },
    ],
  });
  await eventually(async () => expect(await liveHolds(userId, name)).toBe(0));
}

async function liveHolds(userId: string, name: string): Promise<number> {
  const rows = await books.database
    .selectFrom('hold as h')
    .innerJoin('workload_order as o', 'o.id', 'h.order_id')
    .select('h.id')
    .where((row) => row.and({ 'o.user_id': userId, 'o.name': name }))
    .where('h.released_at', 'is', null)
    .execute();
  return rows.length;
}

const condition = async (userId: string, name: string) => fundedOf(await cluster.get(userId, name));
const isFunded = (userId: string, name: string) =>
  eventually(async () => expect(await condition(userId, name)).toBe('True OrderAccepted'));

async function isStoppedForFunds(userId: string, name: string): Promise<void> {
  await eventually(async () => expect(await condition(userId, name)).toBe('False InsufficientFunds'));
  await isGone(userId, name);
}

async function noticesOf(userId: string): Promise<string[]> {
  const rows = await books.database
    .selectFrom('notice')
    .select('kind')
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
  return rows.map(({ kind }) => kind);
}

async function amountsOf(userId: string, kind: NoticeKind) {
  return books.database
    .selectFrom('notice')
    .select(['per_hour', 'amount'])
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .execute();
}

async function isTold(userId: string, kinds: readonly string[]): Promise<void> {
  await eventually(async () => expect(await noticesOf(userId)).toEqual(kinds));
  await everythingWasLookedAt();
  expect(await noticesOf(userId)).toEqual(kinds);
}

/** Waits until no wallet is due. */
async function everythingWasLookedAt(): Promise<void> {
  await eventually(async () => {
    const due = await books.database
      .selectFrom('dunning')
      .select('account_id')
      .where('look_at', '<=', now())
      .execute();
    expect(due).toEqual([]);
  });
}

async function keptUntil(userId: string): Promise<Date | undefined> {
  const row = await books.database
    .selectFrom('dunning_step as d')
    .innerJoin('workload_order as o', 'o.id', 'd.order_id')
    .select('d.due_at')
    .where('o.user_id', '=', userId)
    .where('d.kind', '=', 'DESTROY')
    .where('d.done_at', 'is', null)
    .executeTakeFirst();
  return row?.due_at;
}

async function daysKept(userId: string): Promise<number> {
  return Math.round(((await keptUntil(userId)) ?? now()).getTime() - now().getTime()) / DAY;
}

const isDestroyed = async (userId: string, name: string) =>
  (await cluster.get(userId, name))?.metadata.deletionTimestamp !== undefined;

describe('a balance that gets low', () => {
  it('is reported a day and two hours before it runs out, once each, and again after a recharge', async () => {
    const userId = await aRenter(4_740n, 'box');
    await isTold(userId, []);
    await pass(7 * HOUR);
    await isTold(userId, ['FUNDS_LOW']);
    await pass(HOUR);
    await isTold(userId, ['FUNDS_LOW']);
    await pass(20.5 * HOUR);
    await isTold(userId, ['FUNDS_LOW', 'FUNDS_LOW']);
    await give(books.database, userId, 1_000n);
    await isTold(userId, ['FUNDS_LOW', 'FUNDS_LOW', 'FUNDS_LOW']);
    await give(books.database, userId, 100_000n);
    await isTold(userId, ['FUNDS_LOW', 'FUNDS_LOW', 'FUNDS_LOW']);
  });
});

describe('a balance that falls below the amount chosen by its owner', () => {
  const choose = (userId: string, fen: number | null) =>
    books.asOwner('UPDATE user_account SET balance_alert = $2 WHERE id = $1', [userId, fen]);

  it('is reported once, again after a recharge, and immediately if already below', async () => {
    const userId = await aRenter(10_000n, 'box');
    await choose(userId, 9_000);
    await everythingWasLookedAt();
    await isTold(userId, []);
    await pass(7 * HOUR);
    await isTold(userId, ['BALANCE_BELOW']);
    await pass(HOUR);
    await everythingWasLookedAt();
    await isTold(userId, ['BALANCE_BELOW']);
    await choose(userId, 9_500);
    await isTold(userId, ['BALANCE_BELOW', 'BALANCE_BELOW']);
    await give(books.database, userId, 2_000n);
    await pass(18 * HOUR);
    await isTold(userId, ['BALANCE_BELOW', 'BALANCE_BELOW', 'BALANCE_BELOW']);
    await choose(userId, null);
    await give(books.database, userId, 100n);
    await everythingWasLookedAt();
    await isTold(userId, ['BALANCE_BELOW', 'BALANCE_BELOW', 'BALANCE_BELOW']);
  });
});

describe('a machine that is stopped for lack of funds', () => {
  it('has its disk kept for 15 days with three notices, and is then destroyed', async () => {
    const userId = await aRenter(158n, 'box');
    await isTold(userId, ['FUNDS_LOW']);
    await pass(HOUR);
    await isStoppedForFunds(userId, 'box');
    await isTold(userId, ['FUNDS_LOW', 'STOPPED_FOR_FUNDS']);
    expect(await daysKept(userId)).toBeCloseTo(15, 1);
    const told = ['FUNDS_LOW', 'STOPPED_FOR_FUNDS'];
    for (const days of [1, 6, 7]) {
      await pass(days * DAY);
      await isTold(userId, (told.push('UNFUNDED_DISK'), told));
      expect(await isDestroyed(userId, 'box')).toBe(false);
    }
    await pass(DAY);
    await isTold(userId, [...told, 'DISK_DELETED']);
    expect(await isDestroyed(userId, 'box')).toBe(true);
  });

  it('is destroyed only after one notice, even if billing was down for weeks', async () => {
    const userId = await aRenter(158n, 'box');
    await isTold(userId, ['FUNDS_LOW']);
    await pass(HOUR);
    await isStoppedForFunds(userId, 'box');
    await isTold(userId, ['FUNDS_LOW', 'STOPPED_FOR_FUNDS']);
    await Promise.all(workers.map((worker) => worker.stop()));
    await pass(20 * DAY);
    workers = await startWorkers();
    await isTold(userId, ['FUNDS_LOW', 'STOPPED_FOR_FUNDS', 'UNFUNDED_DISK']);
    expect(await isDestroyed(userId, 'box')).toBe(false);
    expect(await daysKept(userId)).toBeCloseTo(1, 1);
    await pass(DAY);
    await isTold(userId, ['FUNDS_LOW', 'STOPPED_FOR_FUNDS', 'UNFUNDED_DISK', 'DISK_DELETED']);
  });

  it('does not have its disk kept longer because of a canceled start', async () => {
    const userId = await aRenter(158n, 'box');
    await isTold(userId, ['FUNDS_LOW']);
    await pass(HOUR);
    await isStoppedForFunds(userId, 'box');
    await pass(2 * DAY);
    await isTold(userId, ['FUNDS_LOW', 'STOPPED_FOR_FUNDS', 'UNFUNDED_DISK']);
    await give(books.database, userId, 1_000n);
    // The money did not come from a recharge, which would restart the retention.
    await books.asOwner(`UPDATE dunning SET recharged_at = NULL WHERE account_id = $1`, [walletOf(userId)]);
    await startAndTakeBack(userId);
    await everythingWasLookedAt();
    expect(await daysKept(userId)).toBeCloseTo(13, 1);
    expect(await noticesOf(userId)).toEqual(['FUNDS_LOW', 'STOPPED_FOR_FUNDS', 'UNFUNDED_DISK']);
  });

  it('is spared by a recharge at the last moment, and is then kept like any stopped machine', async () => {
    const userId = await aRenter(158n, 'box');
    await pass(HOUR);
    await isStoppedForFunds(userId, 'box');
    await pass(14 * DAY);
    await everythingWasLookedAt();
    await outbox?.stop();
    await pass(DAY);
    await eventually(async () => expect(await waitingFor(DESTROY_TOPIC, userId)).toBe(1));
    await give(books.database, userId, 10n);
    outbox = startOutbox();
    await eventually(async () => expect(await waitingFor(DESTROY_TOPIC, userId)).toBe(0));
    expect(await isDestroyed(userId, 'box')).toBe(false);
    await eventually(async () => expect(await daysKept(userId)).toBeCloseTo(30, 1));
    expect(await noticesOf(userId)).not.toContain('DISK_DELETED');
  });
});

async function startAndTakeBack(userId: string): Promise<void> {
  const catalogue = startCatalogue(cluster.cluster, log);
  await catalogueSynced(catalogue);
  const workload = await cluster.get(userId, 'box');
  const orderId = workload?.status?.billing?.orderId ?? '';
  await withTransaction(books.database, async (transaction) => {
    if (workload) await start(transaction, catalogue, { orderId, workload });
    expect(await withdrawStart(transaction, orderId)).toBe(true);
  });
  await stopCatalogue(catalogue);
}

async function repeatStop(userId: string, name: string): Promise<void> {
  const workload = await cluster.get(userId, name);
  const orderId = workload?.status?.billing?.orderId ?? '';
  await withTransaction(books.database, (transaction) => enqueue(transaction, STOP_TOPIC, orderId, {}));
}

async function waitingFor(topic: string, userId: string): Promise<number> {
  const rows = await books.database
    .selectFrom('outbox as e')
    .innerJoin('workload_order as o', (join) => join.on('o.user_id', '=', userId))
    .select('e.id')
    .where('e.topic', '=', topic)
    .whereRef('e.key', '=', (row) => row.cast('o.id', 'text'))
    .where('e.done_at', 'is', null)
    .execute();
  return rows.length;
}

describe('a machine that its owner has stopped', () => {
  it('has its disk kept for 30 days with two notices, and while it runs again', async () => {
    const userId = await aRenter(100_000n, 'box');
    expect(await keptUntil(userId)).toBeUndefined();
    await patch(userId, 'box', { powerState: 'Stopped' });
    await isGone(userId, 'box', 'StopRequested');
    await eventually(async () => expect(await daysKept(userId)).toBeCloseTo(30, 1));
    await pass(23 * DAY);
    await isTold(userId, ['STOPPED_DISK']);
    await patch(userId, 'box', { powerState: 'Running' });
    await isFunded(userId, 'box');
    await eventually(async () => expect(await keptUntil(userId)).toBeUndefined());
    await patch(userId, 'box', { powerState: 'Stopped' });
    await eventually(async () => expect(await daysKept(userId)).toBeCloseTo(30, 1));
    await pass(29 * DAY);
    await isTold(userId, ['STOPPED_DISK', 'STOPPED_DISK']);
    await pass(DAY);
    await isTold(userId, ['STOPPED_DISK', 'STOPPED_DISK', 'DISK_DELETED']);
    expect(await isDestroyed(userId, 'box')).toBe(true);
  });
});

function patch(userId: string, name: string, spec: object): Promise<string> {
  return cluster.controlPlane.kubectl([
    ...['patch', 'workloads.gpulease.dev', name, `--namespace=u-${userId}`, '--type=merge'],
    `--patch=${JSON.stringify({ spec })}`,
  ]);
}

describe('a recharge', () => {
  const choose = (userId: string) =>
    books.asOwner('UPDATE user_account SET restart_on_recharge_at = billing_clock() WHERE id = $1', [userId]);

  it('restarts the machines that it pays for, in the order of their stops, if the owner has chosen so', async () => {
    const userId = await aRenter(400n, 'first', 'second');
    await choose(userId);
    // The owner has reached the hourly limit on starts, which does not count starts by the platform.
    await books.asOwner(
      `INSERT INTO order_request (account_id, at)
       SELECT 'wallet:' || $1, billing_clock() + interval '1.3 h' FROM generate_series(1, 30)`,
      [userId],
    );
    await pass(1.3 * HOUR);
    await isStoppedForFunds(userId, 'first');
    await isStoppedForFunds(userId, 'second');
    await books.asOwner(
      `UPDATE workload_order SET out_of_funds_at = out_of_funds_at - interval '1 minute' WHERE user_id = $1 AND name = 'first'`,
      [userId],
    );
    await give(books.database, userId, 200n);
    await isFunded(userId, 'first');
    await eventually(async () => expect(await noticesOf(userId)).toContain('RESTARTED'));
    await everythingWasLookedAt();
    expect(await condition(userId, 'second')).toBe('False InsufficientFunds');
    expect((await noticesOf(userId)).filter((kind) => kind === 'RESTARTED')).toHaveLength(1);
  });

  it('reports a machine that the hourly limit keeps from starting, and starts it once the limit is lifted', async () => {
    const userId = await aRenter(158n, 'box');
    await choose(userId);
    await pass(HOUR);
    await isStoppedForFunds(userId, 'box');
    const none = { day: null, month: null, stops: false };
    await changeLimits(books.database, userId, { ...none, hour: '1.00' });
    await give(books.database, userId, 10_000n);
    await eventually(async () => expect(await noticesOf(userId)).toContain('NOT_STARTED_AT_LIMIT'));
    await everythingWasLookedAt();
    expect(await amountsOf(userId, 'NOT_STARTED_AT_LIMIT')).toEqual([{ per_hour: 1_580_000n, amount: 100n }]);
    await changeLimits(books.database, userId, { ...none, hour: null });
    await isFunded(userId, 'box');
  });

  it('starts nothing unless the owner chose so, and nothing that the owner or a schedule has stopped since', async () => {
    const unasked = await aRenter(158n, 'box');
    const stoppedSince = await aRenter(158n, 'box');
    const overSince = await aRenter(158n, 'box');
    for (const userId of [stoppedSince, overSince]) await choose(userId);
    await pass(HOUR);
    const renters = [unasked, stoppedSince, overSince];
    for (const userId of renters) await isStoppedForFunds(userId, 'box');
    await patch(stoppedSince, 'box', { powerState: 'Stopped' });
    const { runs = [] } = (await cluster.get(overSince, 'box'))?.status ?? {};
    const halt = { reason: 'ScheduledStop', at: now().toISOString() };
    await cluster.asOperator(overSince, 'box', { phase: 'Stopped', runs, halt });
    for (const userId of renters) await give(books.database, userId, 10_000n);
    await everythingWasLookedAt();
    for (const userId of renters) {
      expect(await condition(userId, 'box')).toBe('False InsufficientFunds');
      expect(await noticesOf(userId)).not.toContain('RESTARTED');
    }
  });
});

describe('a reserved term', () => {
  it('is reported a week, a day and an hour before its end, and its disk is kept afterwards', async () => {
    const userId = await aCustomer(books, 100_000n);
    await cluster.addTenant(userId);
    await runs(userId, 'box', { pricing: { policy: cluster.names.reserved, quantity: 10 } });
    const told: string[] = [];
    for (const hours of [72, 6 * 24, 23]) {
      await isTold(userId, told);
      await pass(hours * HOUR + 1);
      told.push('TERM_ENDING');
    }
    await isTold(userId, told);
    await pass(HOUR);
    await eventually(async () => expect(await condition(userId, 'box')).toBe('False TermEnded'));
    await isGone(userId, 'box', 'TermEnded');
    await eventually(async () => expect(await daysKept(userId)).toBeCloseTo(30, 1));
  });
});

interface Limits {
  readonly hour?: number;
  readonly day?: number;
  readonly month?: number;
  readonly stops?: boolean;
}

describe('spending that reaches a limit of the owner', () => {
  const yuan = (fen?: number) => (fen === undefined ? null : formatAmount(BigInt(fen)));
  const choose = (userId: string, { hour, day, month, stops = false }: Limits) =>
    changeLimits(books.database, userId, { hour: yuan(hour), day: yuan(day), month: yuan(month), stops });
  const SHANGHAI = 8 * HOUR;
  const untilMidnight = () => DAY - ((now().getTime() + SHANGHAI) % DAY) + MINUTE;
  const untilNextMonth = () => {
    const local = new Date(now().getTime() + SHANGHAI);
    const first = Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + 1, 1);
    return first - local.getTime() + MINUTE;
  };
  const powerStateOf = async (userId: string, name: string) =>
    (await cluster.get(userId, name))?.spec.powerState;
  const isRefused = (userId: string, name: string) =>
    eventually(async () => expect(await condition(userId, name)).toBe('False SpendingLimitReached'));

  it('is reported near and at a limit, once per period and amount', async () => {
    await pass(untilNextMonth());
    const userId = await aRenter(100_000n, 'box');
    await choose(userId, { day: 500, month: 3_000 });
    await pass(2 * HOUR);
    await everythingWasLookedAt();
    const told: string[] = [];
    await isTold(userId, told);
    await pass(HOUR);
    await isTold(userId, (told.push('SPENDING_DAY_NEAR'), told));
    await pass(HOUR);
    await isTold(userId, (told.push('SPENDING_DAY'), told));
    await pass(HOUR);
    await everythingWasLookedAt();
    await isTold(userId, told);
    await choose(userId, { day: 600, month: 3_000 });
    await isTold(userId, (told.push('SPENDING_DAY'), told));
    await pass(untilMidnight());
    await isTold(userId, (told.push('SPENDING_MONTH'), told));
    await pass(4 * HOUR);
    await isTold(userId, (told.push('SPENDING_DAY'), told));
    expect(await powerStateOf(userId, 'box')).toBe('Running');
  });

  it('stops machines except reserved ones, and lets none start before the limit is lifted', async () => {
    const userId = await aCustomer(books, 100_000n);
    await cluster.addTenant(userId);
    await runs(userId, 'box');
    await cluster.createWorkload(userId, 'waiting');
    await isFunded(userId, 'waiting');
    await runs(userId, 'reserved', { pricing: { policy: cluster.names.reserved, quantity: 10 } });
    await choose(userId, { day: 1 });
    await isTold(userId, ['SPENDING_DAY']);
    await choose(userId, { day: 1, stops: true });
    for (const name of ['box', 'waiting'])
      await eventually(async () => expect(await powerStateOf(userId, name)).toBe('Stopped'));
    expect(await powerStateOf(userId, 'reserved')).toBe('Running');
    const told = ['SPENDING_DAY', 'STOPPED_AT_LIMIT', 'STOPPED_AT_LIMIT'];
    await isTold(userId, told);
    await isGone(userId, 'box', 'StopRequested');
    await patch(userId, 'box', { powerState: 'Running', restartedAt: now().toISOString() });
    await isRefused(userId, 'box');
    await cluster.createWorkload(userId, 'term', {
      pricing: { policy: cluster.names.reserved, quantity: 1 },
    });
    await isRefused(userId, 'term');
    await isTold(userId, told);
    await choose(userId, { day: 50_000, stops: true });
    await pass(MINUTE);
    await isFunded(userId, 'box');
    await isFunded(userId, 'term');
    expect(await powerStateOf(userId, 'box')).toBe('Running');
  });

  it('does not stop a machine again when its stop is repeated late', async () => {
    const userId = await aRenter(100_000n, 'box');
    await choose(userId, { day: 1, stops: true });
    await eventually(async () => expect(await powerStateOf(userId, 'box')).toBe('Stopped'));
    await isGone(userId, 'box', 'StopRequested');
    await outbox?.stop();
    await patch(userId, 'box', { powerState: 'Running', restartedAt: now().toISOString() });
    await isRefused(userId, 'box');
    await repeatStop(userId, 'box');
    outbox = startOutbox();
    await eventually(async () => expect(await waitingFor(STOP_TOPIC, userId)).toBe(0));
    expect(await powerStateOf(userId, 'box')).toBe('Running');
  });

  it('stops no machine for a day that has already ended', async () => {
    const userId = await aRenter(100_000n, 'box');
    await pass(HOUR);
    await outbox?.stop();
    await choose(userId, { day: 100, stops: true });
    await eventually(async () => expect(await waitingFor(STOP_TOPIC, userId)).toBe(1));
    await pass(untilMidnight());
    outbox = startOutbox();
    await eventually(async () => expect(await waitingFor(STOP_TOPIC, userId)).toBe(0));
    expect(await powerStateOf(userId, 'box')).toBe('Running');
  });

  it('is kept within the limit on the hourly cost of all machines', async () => {
    const userId = await aCustomer(books, 100_000n);
    await cluster.addTenant(userId);
    await choose(userId, { hour: 200 });
    await runs(userId, 'box');
    await cluster.createWorkload(userId, 'second');
    await isRefused(userId, 'second');
    await choose(userId, { hour: 316 });
    await pass(MINUTE);
    await isFunded(userId, 'second');
    await isTold(userId, []);
  });

  it('is reported once when the hourly limit is lowered below the cost, and stops machines beyond the limit', async () => {
    const userId = await aRenter(100_000n, 'first', 'second');
    await choose(userId, { hour: 316, stops: true });
    await isTold(userId, []);
    await choose(userId, { hour: 200 });
    await isTold(userId, ['SPENDING_HOUR']);
    expect(await amountsOf(userId, 'SPENDING_HOUR')).toEqual([{ per_hour: 3_160_000n, amount: 200n }]);
    expect(await powerStateOf(userId, 'second')).toBe('Running');
    await choose(userId, { hour: 200, stops: true });
    await eventually(async () => expect(await powerStateOf(userId, 'second')).toBe('Stopped'));
    await isTold(userId, ['SPENDING_HOUR', 'STOPPED_AT_LIMIT']);
    expect(await amountsOf(userId, 'STOPPED_AT_LIMIT')).toEqual([{ per_hour: null, amount: 200n }]);
    await isGone(userId, 'second', 'StopRequested');
    await everythingWasLookedAt();
    expect(await powerStateOf(userId, 'first')).toBe('Running');
    const told = ['SPENDING_HOUR', 'STOPPED_AT_LIMIT'];
    for (const hour of [100, 100]) {
      await choose(userId, { hour: 316 });
      await choose(userId, { hour });
      await isTold(userId, (told.push('SPENDING_HOUR'), told));
    }
  });

  it('is reported when the hourly limit keeps a machine from restarting after maintenance', async () => {
    const userId = await aRenter(100_000n, 'box', 'other');
    const halt = { reason: 'Maintenance', at: now().toISOString() };
    await isGone(userId, 'box', 'Maintenance', { halt });
    await choose(userId, { hour: 200 });
    const { runs = [] } = (await cluster.get(userId, 'box'))?.status ?? {};
    await cluster.asOperator(userId, 'box', { phase: 'Pending', reason: 'Maintenance', runs });
    await isRefused(userId, 'box');
    await eventually(async () => expect(await noticesOf(userId)).toContain('NOT_STARTED_AT_LIMIT'));
    await pass(5 * MINUTE);
    await everythingWasLookedAt();
    expect(await amountsOf(userId, 'NOT_STARTED_AT_LIMIT')).toEqual([{ per_hour: 3_160_000n, amount: 200n }]);
    await choose(userId, { hour: 316 });
    await pass(MINUTE);
    await isFunded(userId, 'box');
  });
});
