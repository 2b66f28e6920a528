import type { Workload } from '@gpulease/crds';
import { objectKey, type ObjectRef } from '@gpulease/kube';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { sql, type KyselyPlugin } from 'kysely';
import { Registry } from 'prom-client';
import { withTransaction } from '../database/database.ts';
import { readDunningSchedule } from '../dunning/schedule.ts';
import { lockWallets } from '../ledger/wallets.ts';
import { decideFunding } from '../orders/funding.ts';
import { readOrders, SWEEP_MS, type OrderInBooks } from '../orders/order-facts.ts';
import { aCustomer, anOrder, aRun, give, openBooks, walletState, type Books } from '../testing/books.ts';
import { shownWorkload } from '../testing/shown-workload.ts';
import type { WorkerContext } from './context.ts';
import { createBillingMetrics } from './metrics.ts';
import { createFullPass, type FullPass } from './full-pass.ts';
import { sweep } from './sweep.ts';
import { createOrderRetries } from './order-retries.ts';
import { factsOf } from './workload-facts.ts';

let books: Books;
/** The workers' cached Workloads, by key. */
const cluster = new Map<string, Workload>();
beforeAll(async () => {
  books = await openBooks();
});
afterAll(() => books.close());
/** Shows all changes of earlier tests. */
beforeEach(async () => {
  for (const order of await readOrders(books.database, 'live')) show(order);
  await aWorker(noPass).sweep();
});

const noPass: FullPass = { goOn: () => Promise.resolve() };
const metrics = new Registry();
const billingMetrics = createBillingMetrics(metrics);

/** Errors that the last worker has logged. */
let errors: unknown[] = [];

/** Creates a worker that has just started. A sweep returns the keys of Workloads to reconcile. */
function aWorker(pass: FullPass, database = books.database) {
  errors = [];
  const store = { get: (ref: ObjectRef) => cluster.get(objectKey(ref)), list: () => [...cluster.values()] };
  const context = {
    database,
    client: { find: () => Promise.resolve(undefined) },
    workloads: { store },
    identity: { check: () => Promise.resolve(true) },
    waiting: createOrderRetries(),
    dunning: readDunningSchedule({}),
    metrics: billingMetrics,
    log: { error: (fields: unknown) => errors.push(fields) },
  } as unknown as WorkerContext;
  return {
    async sweep(): Promise<string[]> {
      const keys = new Set<string>();
      await sweep(context, pass, (key) => keys.add(key));
      return [...keys].sort();
    },
  };
}

/** Updates the Workload of an order to match the books. */
function show(order: OrderInBooks): void {
  const workload = shownWorkload(order);
  cluster.set(objectKey(workload.metadata), workload);
}

/** Creates orders of one customer each, with `fen` in the wallet, and Workloads that match the books. */
async function someOrders(count: number, fen = 100_000n): Promise<OrderInBooks[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const { orderId } = await anOrder(books, await aCustomer(books, fen));
    ids.push(orderId);
  }
  const orders = await readOrders(books.database, { ids });
  for (const order of orders) show(order);
  return orders;
}

const keysOf = (orders: readonly OrderInBooks[]) => orders.map(objectKey).sort();
const idsOf = (orders: readonly OrderInBooks[]) => orders.map(({ id }) => id);

function takeMoneyFrom(orders: readonly OrderInBooks[]) {
  return sql`UPDATE workload_order SET out_of_funds_at = billing_clock() WHERE id = ANY(${idsOf(orders)}::uuid[])`;
}

async function statesOf(orders: readonly OrderInBooks[]): Promise<string[]> {
  const now = await readOrders(books.database, { ids: idsOf(orders) });
  return now.map(({ state }) => state);
}

let ahead = 0;
async function pass(milliseconds: number): Promise<void> {
  ahead += milliseconds;
  await books.putClockAhead(ahead);
}

describe('a sweep without any change', () => {
  /** Returns the maximum number of queries and rows of one of several sweeps. */
  async function mostRead(): Promise<{ queries: number; rows: number }> {
    let [queries, rows] = [0, 0];
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: ({ result }) => {
        queries += 1;
        rows += result.rows.length;
        return Promise.resolve(result);
      },
    };
    const worker = aWorker(createFullPass(5), books.database.withPlugin(counting));
    const most = { queries: 0, rows: 0 };
    await worker.sweep();
    for (let turn = 0; turn < 4; turn += 1) {
      [queries, rows] = [0, 0];
      expect(await worker.sweep()).toEqual([]);
      most.queries = Math.max(most.queries, queries);
      most.rows = Math.max(most.rows, rows);
    }
    return most;
  }

  it('reads no more rows with more orders', async () => {
    await someOrders(12);
    const few = await mostRead();
    await someOrders(30);
    expect(await mostRead()).toEqual(few);
  });
});

describe('a noted change', () => {
  it('is found by the next sweep, regardless of the pass over all orders', async () => {
    const orders = await someOrders(6);
    await aWorker(noPass).sweep();
    await takeMoneyFrom(orders).execute(books.database);
    expect(await aWorker(noPass).sweep()).toEqual(keysOf(orders));
  });

  it('is reconciled again, by any worker, until the Workload shows it', async () => {
    const orders = await someOrders(1);
    await takeMoneyFrom(orders).execute(books.database);
    await aWorker(noPass).sweep();
    const other = aWorker(noPass);
    expect(await other.sweep()).toEqual([]);
    await pass(SWEEP_MS);
    expect(await other.sweep()).toEqual(keysOf(orders));
    for (const order of await readOrders(books.database, { ids: idsOf(orders) })) show(order);
    await pass(SWEEP_MS);
    expect(await other.sweep()).toEqual([]);
  });

  it('is left for the next sweep if it occurs during one', async () => {
    const orders = await someOrders(1);
    const worker = aWorker(noPass);
    await withTransaction(books.database, async (transaction) => {
      await lockWallets(transaction, [orders[0]!.accountId]);
      await takeMoneyFrom(orders).execute(transaction);
      expect(await worker.sweep()).toEqual([]);
    });
    expect(await worker.sweep()).toEqual(keysOf(orders));
  });

  it('may be a change of the balance only', async () => {
    const [order] = await someOrders(1, 400n);
    const worker = aWorker(noPass);
    await worker.sweep();
    await give(books.database, order!.userId, -200n);
    expect(await worker.sweep()).toEqual(keysOf([order!]));
  });
});

async function changeUnnoted(orders: readonly OrderInBooks[]): Promise<void> {
  await books.asOwner('ALTER TABLE workload_order DISABLE TRIGGER funding_changed');
  await takeMoneyFrom(orders).execute(books.database);
  await books.asOwner('ALTER TABLE workload_order ENABLE TRIGGER funding_changed');
}

/** Returns the keys of Workloads that several sweeps reconcile. */
async function sweepTimes(worker: ReturnType<typeof aWorker>, times: number): Promise<string[]> {
  const found = new Set<string>();
  for (let turn = 0; turn < times; turn += 1) for (const key of await worker.sweep()) found.add(key);
  return [...found].sort();
}

describe('a change that was not noted', () => {
  it('is found by the pass over all orders, even after a restart of the worker', async () => {
    const orders = await someOrders(3);
    await aWorker(noPass).sweep();
    await changeUnnoted(orders);
    expect(await aWorker(noPass).sweep()).toEqual([]);
    const sweeps = Math.ceil(cluster.size / 5) + 1;
    expect(await sweepTimes(aWorker(createFullPass(5)), sweeps)).toEqual(keysOf(orders));
  });

  it('may be a Workload without an order', async () => {
    const key = 'u-somebody/box';
    cluster.set(key, { metadata: { name: 'box', namespace: 'u-somebody', uid: 'box' } } as Workload);
    const found = await sweepTimes(aWorker(createFullPass(5)), Math.ceil(cluster.size / 5) + 1);
    cluster.delete(key);
    expect(found).toEqual([key]);
  });

  it('may be an order without a Workload, which is closed if the whole pass finds only a few', async () => {
    const orders = await someOrders(3);
    const [lost, ...others] = orders;
    const worker = aWorker(createFullPass(5));
    const sweeps = 2 * (Math.ceil(cluster.size / 5) + 1);
    for (const key of keysOf(orders)) cluster.delete(key);
    await sweepTimes(worker, sweeps);
    expect(await statesOf(orders)).toEqual(Array(3).fill('ACTIVE'));
    expect(await metrics.getSingleMetricAsString('gpulease_billing_lost_orders')).toContain(' 3');
    for (const order of others) show(order);
    await sweepTimes(worker, sweeps);
    expect(await statesOf([lost!])).toEqual(['CLOSED']);
    expect(await statesOf(others)).toEqual(Array(2).fill('ACTIVE'));
  });
});

describe('a wallet whose orders cannot be read', () => {
  /** A hold that costs nothing lasts forever, which makes every read fail. */
  const setBurn = (order: OrderInBooks, burn: number) =>
    books.asOwner('UPDATE hold SET burn = $2 WHERE order_id = $1', [order.id, burn]);
  const burnOf = ({ price }: OrderInBooks) => Number(price) / 3_600 / 10_000;

  it('does not hold up others, and is retried a minute later', async () => {
    const [bad, good] = (await someOrders(2)) as [OrderInBooks, OrderInBooks];
    await aWorker(noPass).sweep();
    await setBurn(bad, 0);
    await takeMoneyFrom([bad, good]).execute(books.database);
    const worker = aWorker(noPass);
    expect(await worker.sweep()).toEqual(keysOf([good]));
    expect(errors).toMatchObject([{ account: bad.accountId }]);
    await worker.sweep();
    expect(errors).toHaveLength(1);

    await setBurn(bad, burnOf(bad));
    for (const order of await readOrders(books.database, { id: good.id })) show(order);
    await pass(60_000);
    expect(await worker.sweep()).toEqual(keysOf([bad]));
  });

  it('does not hold up others in the pass over all orders', async () => {
    const [bad, good] = (await someOrders(2)) as [OrderInBooks, OrderInBooks];
    await setBurn(bad, 0);
    await aWorker(noPass).sweep();
    await changeUnnoted([bad, good]);
    const sweeps = Math.ceil(cluster.size / 5) + 1;
    expect(await sweepTimes(aWorker(createFullPass(5)), sweeps)).toEqual(keysOf([good]));
    await setBurn(bad, burnOf(bad));
  });
});

it('a sweep completes all other parts if one part fails', async () => {
  const unmerged = async () => {
    const sums = sql`SELECT FROM platform_sum GROUP BY measure, starts_at HAVING count(*) > 1`;
    return (await sums.execute(books.database)).rows.length;
  };
  await someOrders(2);
  expect(await unmerged()).toBeGreaterThan(0);
  const failing: FullPass = { goOn: () => Promise.reject(new Error('no pass')) };
  await expect(aWorker(failing).sweep()).rejects.toThrow('no pass');
  expect(await unmerged()).toBe(0);
});

it('a machine whose funds run out is reconciled by the next sweep, although nothing has changed', async () => {
  const [order] = await someOrders(1, 300n);
  await aRun(books, order!.id, { from: order!.acceptedAt });
  const worker = aWorker(noPass);
  let act = '';
  for (let minutes = 0; act !== 'stop' && minutes < 180; minutes += 1) {
    const [now] = await readOrders(books.database, { id: order!.id });
    const workload = cluster.get(objectKey(order!))!;
    act = decideFunding(now!, factsOf(workload, now!.at), now!.at).act;
    const keys = await worker.sweep();
    if (act === 'stop') expect(keys).toContain(objectKey(order!));
    else show(now!);
    await pass(60_000);
  }
  expect(act).toBe('stop');
});

it('hours are charged while the review of a wallet waits', async () => {
  const [order] = await someOrders(1);
  await aRun(books, order!.id, { from: order!.acceptedAt });
  const { balance } = await walletState(books, order!.userId);
  await pass(3_600_000);
  await withTransaction(books.database, async (transaction) => {
    await sql`SELECT FROM dunning WHERE account_id = ${order!.accountId} FOR UPDATE`.execute(transaction);
    await aWorker(noPass).sweep();
    expect((await walletState(books, order!.userId)).balance).toBeLessThan(balance);
  });
});
