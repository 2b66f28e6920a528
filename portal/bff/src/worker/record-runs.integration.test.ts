import { describe, expect, it } from '@jest/globals';
import type { Workload } from '@gpulease/crds';
import { withTransaction } from '../database/database.ts';
import { createMetrics } from '../http/metrics.ts';
import { placeHold, releaseHold } from '../ledger/holds.ts';
import { walletOf } from '../ledger/wallets.ts';
import { readBalance } from '../metering/balance.ts';
import { readTurnover } from '../metering/turnover.ts';
import { readAccounts } from '../orders/workload-accounts.ts';
import { readOrders, type OrderInBooks } from '../orders/order-facts.ts';
import { aCustomer, anOrder, aRun, settleNow, walletState } from '../testing/books.ts';
import { useBooks } from '../testing/use-books.ts';
import { archiveDestroyed } from './archive-workload.ts';
import type { WorkerContext } from './context.ts';
import { createBillingMetrics } from './metrics.ts';
import { closeUnseenRuns, recordRuns } from './record-runs.ts';

const HOUR = 3_600_000;
const OLD_PRICE = 1_580_000n;
const NEW_PRICE = 3_000_000n;

const books = useBooks();

const registry = createMetrics();
const metrics = createBillingMetrics(registry);
const context = () => ({ database: books.database, metrics }) as WorkerContext;
const charged = async () => {
  const { values } = await registry.getSingleMetric('gpulease_billing_charged_fen_total')!.get();
  return values[0]?.value;
};

async function orderOf(id: string): Promise<OrderInBooks> {
  const [order] = await readOrders(books.database, { id });
  return order!;
}

/** Creates an order placed two hours ago and started again just now at another price. */
async function startedAgain(): Promise<OrderInBooks> {
  const userId = await aCustomer(books, 1_000n);
  const { orderId } = await anOrder(books, userId);
  await books.asOwner("UPDATE workload_order SET accepted_at = now() - interval '2 hours' WHERE id = $1", [
    orderId,
  ]);
  await books.asOwner("UPDATE hold SET created_at = now() - interval '2 hours' WHERE order_id = $1", [
    orderId,
  ]);
  const hold = {
    orderId,
    accountId: walletOf(userId),
    price: NEW_PRICE,
    unit: 'HOUR',
    amount: 300n,
  } as const;
  await withTransaction(books.database, async (transaction) => {
    await releaseHold(transaction, orderId);
    await placeHold(transaction, hold);
  });
  return orderOf(orderId);
}

function workloadOf({ workloadUid }: OrderInBooks, runs: object[], annotations = {}): Workload {
  return {
    metadata: { uid: workloadUid, annotations },
    status: { runs },
  } as unknown as Workload;
}

const at = (ago: number) => new Date(Date.now() - ago).toISOString();

async function pricesOf({ id }: OrderInBooks): Promise<bigint[]> {
  const runs = await books.database
    .selectFrom('usage_segment')
    .select('price')
    .where('order_id', '=', id)
    .orderBy('started_at')
    .execute();
  return runs.map(({ price }) => price);
}

describe('the price of a run', () => {
  it('is that of the newest start, even if the cluster’s clock is behind the database’s', async () => {
    const order = await startedAgain();
    await recordRuns(context(), workloadOf(order, [{ id: 'now', startedAt: at(60_000) }]), order);
    expect(await pricesOf(order)).toEqual([NEW_PRICE]);
  });

  it('is that of its own start if it ended before billing saw it', async () => {
    const order = await startedAgain();
    const before = { id: 'before', startedAt: at(HOUR), stoppedAt: at(HOUR / 2), goneAt: at(HOUR / 2) };
    const runs = [before, { id: 'now', startedAt: at(60_000) }];
    await recordRuns(context(), workloadOf(order, runs), order);
    expect(await pricesOf(order)).toEqual([OLD_PRICE, NEW_PRICE]);
  });
});

/** Returns the machine of an order that has run for an hour and got its spot notice half an hour ago. */
function noticed(order: OrderInBooks): Workload {
  const workload = workloadOf(order, [{ id: 'now', startedAt: at(HOUR) }]);
  const interruption = { reason: 'Spot', noticedAt: at(HOUR / 2), stopAt: at(0) };
  return { ...workload, status: { ...workload.status, interruption } } as Workload;
}

it('a run whose end was not seen costs nothing after its spot notice', async () => {
  const order = await startedAgain();
  await recordRuns(context(), noticed(order), order);
  await withTransaction(books.database, (transaction) => closeUnseenRuns(transaction, order.id, true));
  await settleNow(books, order.userId);
  expect((await walletState(books, order.userId)).balance).toBe(850n);
});

it('a run costs nothing after its spot notice, and all of its time once the notice is withdrawn', async () => {
  const order = await startedAgain();
  const interrupted = noticed(order);
  const burn = async () => (await readTurnover(books.database)).burnPerHour;
  const before = await burn();
  await recordRuns(context(), interrupted, order);
  const costsNoMore = { burnPerHour: '0.00', runningWorkloads: 1 };
  expect(await readBalance(books.database, order.userId)).toMatchObject({ ...costsNoMore, accrued: '1.50' });
  expect(await burn()).toBe(before);
  // The cost of a machine is the settled amount plus the unsettled one.
  const account = async () => (await readAccounts(books.database, [order.id])).get(order.id);
  const unsettled = await account();
  expect(unsettled).toMatchObject({ unsettled: 150n });
  await settleNow(books, order.userId);
  expect(await readBalance(books.database, order.userId)).toMatchObject({ balance: '8.50', accrued: '0.00' });
  expect(await account()).toMatchObject({ total: unsettled?.total, unsettled: 0n });
  expect(await recordRuns(context(), interrupted, order)).toBe(false);
  const withdrawn = workloadOf(order, [{ id: 'now', startedAt: at(HOUR) }]);
  await recordRuns(context(), withdrawn, order);
  const { accrued, burnPerHour } = await readBalance(books.database, order.userId);
  expect(Number(accrued)).toBeGreaterThanOrEqual(1.5);
  expect(burnPerHour).toBe('3.00');
  expect(Number(await burn()) - Number(before)).toBeCloseTo(3);
});

it('an order without a hold is not funded', async () => {
  const { orderId } = await anOrder(books, await aCustomer(books, 1_000n), { hold: 0n });
  expect(await orderOf(orderId)).toMatchObject({ held: null, fundedUntil: null, lowAt: null });
});

it('a charge that is rolled back is not counted', async () => {
  const userId = await aCustomer(books, 1_000n);
  const { orderId } = await anOrder(books, userId);
  await aRun(books, orderId, { from: new Date(Date.now() - HOUR) });
  const before = await charged();
  const unstorable = workloadOf(await orderOf(orderId), [], { note: '\u0000' });
  await expect(archiveDestroyed(context(), unstorable)).rejects.toThrow('Unicode');
  expect((await walletState(books, userId)).balance).toBe(1_000n);
  expect(await charged()).toBe(before);
});
