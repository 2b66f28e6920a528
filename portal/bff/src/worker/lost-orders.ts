/** Closes orders whose Workload left the cluster before billing saw its end. */
import { readOrders, type OrderInBooks } from '../orders/order-facts.ts';
import { closeOrder } from './archive-workload.ts';
import type { WorkerContext } from './context.ts';

/** A larger share of lost orders points to a restored or wrong cluster. A single order may always be lost. */
const MOST_LOST_SHARE = 0.05;
const TOO_MANY_LOST =
  'Too many Workloads are missing to close their orders automatically; check that this is the right cluster, then run worker.ts --close-lost';

type Parts = Pick<WorkerContext, 'client' | 'database' | 'metrics'>;

/**
 * Closes the lost orders among the `missing` ones, which have no Workload, unless their share of the `live` orders is so
 * large that the cluster itself is in doubt.
 */
export async function closeLostOrders(
  context: Parts & Pick<WorkerContext, 'log'>,
  missing: readonly OrderInBooks[],
  live: number,
): Promise<void> {
  const most = Math.max(1, live * MOST_LOST_SHARE);
  const lost: OrderInBooks[] = [];
  for (const order of missing) {
    if (await isLost(context, order)) lost.push(order);
    if (lost.length > most) break;
  }
  context.metrics.lostOrders(lost.length > most ? missing.length : 0);
  if (lost.length > most) {
    context.log.error({ missing: missing.length, live }, TOO_MANY_LOST);
    return;
  }
  for (const order of lost) await closeOrder(context, order);
}

/**
 * Closes every lost order, however many there are, for an operator who knows that the cluster has lost them. Returns the
 * closed orders.
 */
export async function closeAllLost(context: Parts): Promise<OrderInBooks[]> {
  const lost: OrderInBooks[] = [];
  for (const order of await readOrders(context.database, 'live')) {
    if (order.workloadUid === null || !(await isLost(context, order))) continue;
    await closeOrder(context, order);
    lost.push(order);
  }
  return lost;
}

/** Whether the API server itself does not have the order's Workload. */
async function isLost({ client }: Pick<WorkerContext, 'client'>, order: OrderInBooks): Promise<boolean> {
  const workload = await client.find(order);
  return workload?.metadata.uid !== order.workloadUid;
}
