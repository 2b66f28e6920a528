/** Orders whose Workload is not in the cluster any more, though nobody has told billing of its end. */
import { readOrders, type OrderInBooks } from '../orders/order-facts.ts';
import { closeOrder } from './archive-workload.ts';
import type { WorkerContext } from './context.ts';

/** More lost orders at once are the cluster's loss rather than theirs: a restored or a wrong one. One alone may be lost. */
const MOST_LOST_SHARE = 0.05;
const TOO_MANY_LOST =
  'So many Workloads are missing that no order is closed for it; see whether this is the right cluster, then run worker.ts --close-lost';

type Parts = Pick<WorkerContext, 'client' | 'database' | 'metrics'>;

/**
 * Closes those of the live orders without a Workload that are lost, unless so many of the `live` ones are that the cluster
 * itself is in doubt.
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
 * Closes every lost order, however many there are: for a person who knows that the cluster has lost them. Returns the
 * orders that it closed.
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

/** An order is lost when the API server itself says that its Workload is not there. */
async function isLost({ client }: Pick<WorkerContext, 'client'>, order: OrderInBooks): Promise<boolean> {
  const workload = await client.find(order);
  return workload?.metadata.uid !== order.workloadUid;
}
