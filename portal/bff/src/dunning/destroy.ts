/** Destroys a machine, through the outbox and as its owner would, when its disk's retention has ended. */
import { workloads, type Workload } from '@gpulease/crds';
import { isConflict, isMissingObject, type Cluster, type ResourceClient } from '@gpulease/kube';
import type { Row, Transaction } from '../database/schema.ts';
import { notify } from '../notices/notify.ts';
import { lockOrder } from '../orders/order-states.ts';
import type { OutboxHandler } from '../jobs/runner.ts';
import { readDunningFacts } from './facts.ts';
import { keepingOf } from './steps.ts';

export const DESTROY_TOPIC = 'workload.destroy';

/** Start of the retention that has ended. If it starts at another time now, the deletion is lifted. */
export interface DestroyPayload {
  readonly episode: string;
}

/** Handles DESTROY_TOPIC. The key is the order's id. */
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

/** Requires the wallet's lock, so that no start or recharge intervenes. */
async function isStillOver(
  transaction: Transaction,
  { id, account_id }: Row<'workload_order'>,
  episode: Date,
): Promise<boolean> {
  const { orders, rechargedAt } = await readDunningFacts(transaction, account_id);
  const order = orders.find((kept) => kept.id === id);
  return order !== undefined && keepingOf(order, rechargedAt)?.since.getTime() === episode.getTime();
}

/** Returns false if the machine is already gone. */
async function destroy(
  client: ResourceClient<Workload>,
  { namespace, name, workload_uid }: Row<'workload_order'>,
): Promise<boolean> {
  try {
    await client.delete({ namespace, name }, { uid: workload_uid ?? '' });
    return true;
  } catch (error) {
    // Another machine has this name by now.
    if (isMissingObject(error, name) || isConflict(error)) return false;
    throw error;
  }
}
