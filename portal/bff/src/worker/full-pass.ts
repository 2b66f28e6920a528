/**
 * Checks all orders and Workloads, some at each sweep, regardless of reported changes, so that missed changes are found
 * by the end of the pass. It is local to the process and starts over after a restart.
 */
import { objectKey, parseObjectKey } from '@gpulease/kube';
import { sql } from 'kysely';
import type { Database } from '../database/schema.ts';
import { billingClock } from '../ledger/ledger.ts';
import { readOrders } from '../orders/order-facts.ts';
import type { WorkerContext } from './context.ts';
import { inBatches } from './in-batches.ts';
import { needsReconcile, workloadOf } from './needs-reconcile.ts';
import { closeLostOrders } from './lost-orders.ts';

export type FullPass = ReturnType<typeof createFullPass>;

/** Orders and Workloads per sweep. 100,000 machines take ten minutes. */
const AT_ONCE = 2_500;

/** Creates a pass that checks `atOnce` orders and `atOnce` Workloads each time. */
export function createFullPass(atOnce = AT_ONCE) {
  let orders = noOrders();
  let keys: string[] = [];
  return {
    /** Checks the next ones; `enqueue` receives the keys of Workloads to reconcile. */
    async goOn(context: WorkerContext, enqueue: (key: string) => void): Promise<void> {
      const isOver = await scanOrders(context, enqueue, orders, atOnce);
      if (isOver) {
        await closeMissing(context, orders);
        orders = noOrders();
      }
      if (keys.length === 0) keys = context.workloads.store.list().map(({ metadata }) => objectKey(metadata));
      for (const key of await withoutOrder(context, keys.splice(0, atOnce))) enqueue(key);
    },
  };
}

/** Progress of a pass over the orders. */
interface OrdersSeen {
  /** Workload uid of the last order. */
  last: string;
  count: number;
  /** Ids of orders whose Workload was missing. */
  readonly missing: string[];
}

function noOrders(): OrdersSeen {
  return { last: '', count: 0, missing: [] };
}

/** Checks the next orders. Returns whether these were the last. */
async function scanOrders(
  context: WorkerContext,
  enqueue: (key: string) => void,
  seen: OrdersSeen,
  atOnce: number,
): Promise<boolean> {
  const next = await nextOrders(context.database, seen.last, atOnce);
  await inBatches([...Map.groupBy(next, ({ accountId }) => accountId)], {
    size: atOnce,
    work: (wallets) => checkOrders(context, enqueue, seen, idsOf(wallets)),
    onFailed: ([account], error) =>
      context.log.error({ err: error, account }, 'Could not review the orders of a wallet'),
  });
  seen.count += next.length;
  seen.last = next.at(-1)?.uid ?? seen.last;
  return next.length < atOnce;
}

function idsOf(wallets: readonly (readonly [accountId: string, orders: readonly NextOrder[]])[]): string[] {
  return wallets.flatMap(([, orders]) => orders.map(({ id }) => id));
}

async function checkOrders(
  context: WorkerContext,
  enqueue: (key: string) => void,
  seen: OrdersSeen,
  ids: readonly string[],
): Promise<void> {
  for (const order of await readOrders(context.database, { ids })) {
    const workload = workloadOf(context, order);
    if (!workload) seen.missing.push(order.id);
    else if (needsReconcile(context, order, workload)) enqueue(objectKey(workload.metadata));
  }
}

interface NextOrder {
  readonly id: string;
  readonly accountId: string;
  readonly uid: string;
}

async function nextOrders(database: Database, after: string, atOnce: number): Promise<NextOrder[]> {
  const { rows } = await sql<NextOrder>`
    SELECT id, account_id AS "accountId", workload_uid AS uid FROM workload_order
    WHERE state = 'ACTIVE' AND workload_uid > ${after} ORDER BY workload_uid LIMIT ${atOnce}`.execute(
    database,
  );
  return rows;
}

/** Closes the missing orders that are still active and whose Workload is still missing. */
async function closeMissing(context: WorkerContext, { missing, count }: OrdersSeen): Promise<void> {
  const orders = missing.length === 0 ? [] : await readOrders(context.database, { ids: missing });
  const still = orders.filter((order) => order.state === 'ACTIVE' && !workloadOf(context, order));
  await closeLostOrders(context, still, count);
}

/** Returns the keys of Workloads without a live order, except for those that wait for their next try. */
async function withoutOrder({ database, workloads, waiting }: WorkerContext, keys: readonly string[]) {
  const now = await billingClock(database);
  const found = keys
    .flatMap((key) => workloads.store.get(parseObjectKey(key)) ?? [])
    .filter((workload) => waiting.refusalOf(workload, now) === undefined);
  const { rows } = await sql<{ uid: string }>`
    SELECT workload_uid AS uid FROM workload_order
    WHERE state = 'ACTIVE' AND workload_uid = ANY(${found.map(({ metadata }) => metadata.uid)})`.execute(
    database,
  );
  const ordered = new Set(rows.map(({ uid }) => uid));
  return found
    .filter(({ metadata: { uid = '' } }) => !ordered.has(uid))
    .map(({ metadata }) => objectKey(metadata));
}
