/** Destroys a machine whose disk was kept as long as was said, through the outbox: as its owner would. */
import { workloads, type Workload } from '@gpulease/crds';
import { isConflict, isMissingObject, type Cluster, type ResourceClient } from '@gpulease/kube';
import type { Row, Transaction } from '../database/schema.ts';
import { notify } from '../notices/notify.ts';
import { lockOrder } from '../orders/order-states.ts';
import type { OutboxHandler } from '../jobs/runner.ts';
import { readDunningFacts } from './facts.ts';
import { keepingOf } from './steps.ts';

export const DESTROY_TOPIC = 'workload.destroy';

/** When the time began that is over; another beginning has lifted it. */
export interface DestroyPayload {
  readonly episode: string;
}

/** The topic of what was kept long enough. The key is the order's id. */
export function destroyHandler(cluster: Cluster): OutboxHandler {
  const client = cluster.resource(workloads);
  return async ({ key, payload }, transaction) => {
    const { episode } = payload as DestroyPayload;
    const order = await lockOrder(transaction, key);
    if (!order || !(await isStillOver(transaction, order, new Date(episode)))) return;
    if (!(await destroy(client, order))) return;
    const { user_id: userId, id, name: workload } = order;
    const about = { userId, subject: id, workload };
    await notify(transaction, { ...about, kind: 'DISK_DELETED', key: `DISK_DELETED/${id}` });
  };
}

/** The wallet is locked, so that no start or recharge comes in between. */
async function isStillOver(
  transaction: Transaction,
  { id, account_id }: Row<'workload_order'>,
  episode: Date,
): Promise<boolean> {
  const { orders, rechargedAt } = await readDunningFacts(transaction, account_id);
  const order = orders.find((kept) => kept.id === id);
  return order !== undefined && keepingOf(order, rechargedAt)?.since.getTime() === episode.getTime();
}

/** False where it is not there any more. */
async function destroy(
  client: ResourceClient<Workload>,
  { namespace, name, workload_uid }: Row<'workload_order'>,
): Promise<boolean> {
  try {
    await client.delete({ namespace, name }, { uid: workload_uid ?? '' });
    return true;
  } catch (error) {
    // Another one of this name is there by now.
    if (isMissingObject(error, name) || isConflict(error)) return false;
    throw error;
  }
}
