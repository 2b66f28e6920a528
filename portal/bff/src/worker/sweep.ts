/** What must happen without being told: hours that pass, money that ends, stock that comes, Workloads and orders that miss each other. */
import type { Workload } from '@gpulease/crds';
import { objectKey } from '@gpulease/kube';
import { decideFunding } from '../orders/funding.ts';
import { billingClock } from '../ledger/ledger.ts';
import { mergePlatformSums } from '../ledger/platform-sums.ts';
import { readOrders, type OrderInBooks } from '../orders/order-facts.ts';
import { notifyOfStock } from '../stock/notify.ts';
import type { WorkerContext } from './context.ts';
import { dunDue } from './dun.ts';
import { closeLostOrders } from './lost-orders.ts';
import { settleHours } from './settle-hours.ts';
import { isShown, ownStatus } from './show-funded.ts';
import { factsOf, identityOf } from './workload-facts.ts';

const FOREIGN =
  'This is not the cluster that the orders live in, so nothing is done for them; see "Another cluster" in docs/operator-guide.md';

/** Looks at everything once; `enqueue` takes the keys of Workloads that need a closer look. */
export async function sweep(context: WorkerContext, enqueue: (key: string) => void): Promise<void> {
  if (!(await isOurCluster(context))) return;
  await settleHours(context.database, context.metrics, (account, error) =>
    context.log.error({ err: error, account }, 'A wallet could not be settled, will be tried again'),
  );
  const orders = await readOrders(context.database, 'live');
  const byUid = new Map(orders.map((order) => [order.workloadUid, order]));
  const workloads = context.workloads.store.list();
  const now = await billingClock(context.database);
  for (const workload of workloads) {
    const order = byUid.get(identityOf(workload).uid);
    const isEarly = context.waiting.refusalOf(workload, now) !== undefined;
    if (!isEarly && (!order || needsLook(order, workload))) enqueue(objectKey(workload.metadata));
  }
  await closeLostOrders(context, orders, new Set(workloads.map((workload) => identityOf(workload).uid)));
  await dunDue(context);
  await mergePlatformSums(context.database);
  await notifyOfStock(context);
}

async function isOurCluster({ identity, metrics, log }: WorkerContext): Promise<boolean> {
  const isOurs = await identity.check();
  metrics.foreignCluster(!isOurs);
  if (!isOurs) log.error(FOREIGN);
  return isOurs;
}

/** Whether the books call for something that the Workload's status does not show yet. */
function needsLook(order: OrderInBooks, workload: Workload): boolean {
  const { act, funded } = decideFunding(order, factsOf(workload, order.at), order.at);
  return (
    act !== 'show' ||
    !isShown(workload, ownStatus(workload, funded, order, order.at)) ||
    isShuttingDown(order, workload)
  );
}

/** A run that the status calls ended and the books do not: it is charged for its shutdown, and must be closed in time. */
function isShuttingDown(order: OrderInBooks, { status }: Workload): boolean {
  return order.running && status?.runs?.every(({ stoppedAt }) => stoppedAt !== undefined) === true;
}
