/** Stops a wallet's machines at a spending limit, through the outbox and as their owner would. */
import { fieldManagers, workloads, type Workload } from '@gpulease/crds';
import { isConflict, isMissingObject, type Cluster, type ResourceClient } from '@gpulease/kube';
import type { Row, Transaction } from '../database/schema.ts';
import type { OutboxHandler } from '../jobs/runner.ts';
import { enqueue } from '../jobs/outbox.ts';
import { notify, type NewNotice } from '../notices/notify.ts';
import { lockOrder } from '../orders/order-states.ts';
import { requestAnnotations } from '../orders/request-annotations.ts';
import { readDunningFacts, type AccountFacts } from './facts.ts';
import { beyondHour, isReached, type HourLimit, type LimitedPeriod } from './spending.ts';

export const STOP_TOPIC = 'workload.stop';

type Limit = LimitedPeriod | HourLimit;

/**
 * Returns the machines to stop, each with the limit that requires it: none if the user only wants notices; at a daily or monthly
 * limit, all machines that cost nothing more while stopped; at the hourly limit, the machines that exceed it.
 */
function stopsOf({ spendingStops, spending, hour, orders }: AccountFacts): { id: string; limit: Limit }[] {
  if (!spendingStops) return [];
  const costly = orders.filter(({ heldSince, mode }) => heldSince !== null && mode !== 'RESERVED');
  const reached = spending.find(isReached);
  if (reached) return costly.map(({ id }) => ({ id, limit: reached }));
  return hour === null ? [] : beyondHour(costly, hour).map(({ id }) => ({ id, limit: hour }));
}

export async function stopMachines(transaction: Transaction, facts: AccountFacts): Promise<void> {
  for (const { id } of stopsOf(facts)) await enqueue(transaction, STOP_TOPIC, id, {});
}

/** Handles STOP_TOPIC. The key is the order's id. Stops nothing if a new day or a higher limit has lifted the stop. */
export function stopHandler(cluster: Cluster): OutboxHandler {
  const client = cluster.resource(workloads);
  return async ({ key }, transaction) => {
    const order = await lockOrder(transaction, key);
    if (order?.state !== 'ACTIVE') return;
    const stop = stopsOf(await readDunningFacts(transaction, order.account_id)).find(({ id }) => id === key);
    if (!stop || !(await switchOff(client, order))) return;
    await notify(transaction, stopNotice(order, stop.limit));
  };
}

function stopNotice(
  { user_id: userId, id, name: workload }: Row<'workload_order'>,
  { of, limit, since }: Limit,
): NewNotice {
  const kind = 'STOPPED_AT_LIMIT';
  const key = `${kind}/${id}/${of}/${limit}/${since.toISOString()}`;
  return { userId, kind, key, subject: id, workload, ...(of === 'HOUR' && { amount: BigInt(limit) }) };
}

/** Returns false if the machine is already stopped or gone. */
async function switchOff(
  client: ResourceClient<Workload>,
  { namespace, name, workload_uid: uid }: Row<'workload_order'>,
): Promise<boolean> {
  const workload = await client.find({ namespace, name });
  if (workload?.metadata.uid !== uid || workload.spec.powerState === 'Stopped') return false;
  try {
    const change = { metadata: { uid, ...requestAnnotations() }, spec: { powerState: 'Stopped' } };
    await client.mergePatch({ namespace, name }, change, { fieldManager: fieldManagers.portal });
    return true;
  } catch (error) {
    // Another machine has this name by now.
    if (isMissingObject(error, name) || isConflict(error)) return false;
    throw error;
  }
}
