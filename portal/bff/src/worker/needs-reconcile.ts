/** Whether an order and its Workload need a reconcile. */
import type { Workload } from '@gpulease/crds';
import { decideFunding } from '../orders/funding.ts';
import type { OrderInBooks } from '../orders/order-facts.ts';
import type { WorkerContext } from './context.ts';
import { isShown, ownStatus } from './show-funded.ts';
import { factsOf } from './workload-facts.ts';

/** Returns the cached Workload of an order; undefined if it is missing or another one has its name. */
export function workloadOf(
  { workloads }: Pick<WorkerContext, 'workloads'>,
  order: OrderInBooks,
): Workload | undefined {
  const workload = workloads.store.get(order);
  return workload?.metadata.uid === order.workloadUid ? workload : undefined;
}

/** Whether the books require a change that the Workload's status does not show yet and that may be tried now. */
export function needsReconcile(
  { waiting }: Pick<WorkerContext, 'waiting'>,
  order: OrderInBooks,
  workload: Workload,
): boolean {
  if (waiting.refusalOf(workload, order.at) !== undefined) return false;
  const { act, funded } = decideFunding(order, factsOf(workload, order.at), order.at);
  return (
    act !== 'show' ||
    !isShown(workload, ownStatus(workload, funded, order, order.at)) ||
    isShuttingDown(order, workload)
  );
}

/** Whether a run has ended in the status but not in the books: its shutdown is charged, and it must be closed in time. */
export function isShuttingDown(order: OrderInBooks, { status }: Workload): boolean {
  return order.running && status?.runs?.every(({ stoppedAt }) => stoppedAt !== undefined) === true;
}
