/** Stops a wallet's machines because its owner wants to spend no more, through the outbox: as its owner would. */
import { fieldManagers, workloads, type Workload } from '@gpulease/crds';
import { isConflict, isMissingObject, type Cluster, type ResourceClient } from '@gpulease/kube';
import type { Row, Transaction } from '../database/schema.ts';
import type { OutboxHandler } from '../jobs/runner.ts';
import { enqueue } from '../jobs/outbox.ts';
import { hasHold } from '../ledger/holds.ts';
import { notify } from '../notices/notify.ts';
import { lockOrder } from '../orders/order-states.ts';
import { traceAnnotation } from '../orders/trace-annotation.ts';
import { readDunningFacts, type AccountFacts } from './facts.ts';
import { isReached, type LimitedPeriod } from './spending.ts';

export const STOP_TOPIC = 'workload.stop';

/** The limit for which machines are to be off; undefined where there is none, or its owner only wants to be told. */
export function limitThatStops({ spendingStops, spending }: AccountFacts): LimitedPeriod | undefined {
  return spendingStops ? spending.find(isReached) : undefined;
}

/**
 * All that money is put aside for, and that costs nothing more when it is off. Nothing is started while a limit is reached, so
 * whatever is looked at then is to stop: also what was on its way when the limit was reached.
 */
export async function stopMachines(transaction: Transaction, { orders }: AccountFacts): Promise<void> {
  for (const { id } of orders.filter(({ isHeld, mode }) => isHeld && mode !== 'RESERVED')) {
    await enqueue(transaction, STOP_TOPIC, id, {});
  }
}

/** The topic of machines to be stopped. The key is the order's id. A new day, or a higher limit, has lifted it. */
export function stopHandler(cluster: Cluster): OutboxHandler {
  const client = cluster.resource(workloads);
  return async ({ key }, transaction) => {
    const order = await lockOrder(transaction, key);
    if (order?.state !== 'ACTIVE') return;
    // It has been stopped already, and a start is refused while the limit is reached.
    if (!(await hasHold(transaction, order.id))) return;
    const reached = limitThatStops(await readDunningFacts(transaction, order.account_id));
    if (!reached || !(await switchOff(client, order))) return;
    await notify(transaction, stopNotice(order, reached));
  };
}

function stopNotice({ user_id: userId, id, name: workload }: Row<'workload_order'>, limit: LimitedPeriod) {
  const kind = 'STOPPED_AT_LIMIT' as const;
  const key = `${kind}/${id}/${limit.of}/${limit.limit}/${limit.since.toISOString()}`;
  return { userId, kind, key, subject: id, workload };
}

/** False where it is off or not there any more. */
async function switchOff(
  client: ResourceClient<Workload>,
  { namespace, name, workload_uid: uid }: Row<'workload_order'>,
): Promise<boolean> {
  const workload = await client.find({ namespace, name });
  if (workload?.metadata.uid !== uid || workload.spec.powerState === 'Stopped') return false;
  try {
    const change = { metadata: { uid, ...traceAnnotation() }, spec: { powerState: 'Stopped' } };
    await client.mergePatch({ namespace, name }, change, { fieldManager: fieldManagers.portal });
    return true;
  } catch (error) {
    // Another one of this name is there by now.
    if (isMissingObject(error, name) || isConflict(error)) return false;
    throw error;
  }
}
