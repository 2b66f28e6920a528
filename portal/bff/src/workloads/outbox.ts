/** What orders ask of the cluster, done once they are committed. */
import {
  fieldManagers,
  finalizers,
  labels,
  workloadLabels,
  workloads,
  type Workload,
  type WorkloadSpec,
} from '@gpulease/crds';
import { ApiError, isAlreadyExists, isNotFound, type Cluster, type ResourceClient } from '@gpulease/kube';
import { failpoint } from '../billing/failpoint.ts';
import { releaseHold } from '../billing/holds.ts';
import type { WorkloadOrder } from '../billing/tables.ts';
import type { Transaction } from '../database/schema.ts';
import type { OutboxHandler } from '../outbox/runner.ts';
import { bindOrder, lockOrder, rejectOrder } from './order-states.ts';
import { CREATE_TOPIC } from './orders.ts';

export const START_TOPIC = 'workload.start';

/** The payload of a start: the `spec.restartedAt` that it was paid for with. */
export interface StartPayload {
  readonly restartedAt: string;
}

/** The topics of orders. */
export function orderOutbox(cluster: Cluster): Readonly<Record<string, OutboxHandler>> {
  const client = cluster.resource(workloads);
  return {
    [CREATE_TOPIC]: ({ key }, transaction) => createWorkload(client, transaction, key),
    [START_TOPIC]: ({ key, payload }, transaction) =>
      startWorkload(client, transaction, key, (payload as StartPayload).restartedAt),
  };
}

/** Creates the Workload of an order and binds them; a refusal for good rejects the order and returns the money. */
async function createWorkload(
  client: ResourceClient<Workload>,
  transaction: Transaction,
  orderId: string,
): Promise<void> {
  const order = await findOrder(transaction, orderId);
  if (order?.state !== 'PLACED') return;
  const created = await createOrFind(client, order);
  failpoint('order.created');
  if ('refusal' in created) return rejectOrder(transaction, orderId, created.refusal);
  const { uid = '', namespace = '', name } = created.metadata;
  await bindOrder(transaction, orderId, { uid, namespace, name });
}

async function createOrFind(
  client: ResourceClient<Workload>,
  order: WorkloadOrder,
): Promise<Workload | { refusal: string }> {
  const { id, namespace, name } = order;
  const spec = order.spec as unknown as WorkloadSpec;
  try {
    return await client.create(
      {
        metadata: {
          name,
          namespace,
          labels: { ...workloadLabels(namespace, spec), [labels.order]: id },
          finalizers: [finalizers.workload, finalizers.billing],
        },
        spec,
      },
      { fieldManager: fieldManagers.portal },
    );
  } catch (error) {
    if (isAlreadyExists(error)) {
      const there = await client.get({ namespace, name });
      if (there.metadata.labels?.[labels.order] === id) return there;
      return { refusal: 'A workload of this name exists already.' };
    }
    if (isRefusal(error)) return { refusal: error.message.slice(0, 1_000) };
    throw error;
  }
}

/** Switches a machine on whose start was paid for; where that cannot be, the money is given back. */
async function startWorkload(
  client: ResourceClient<Workload>,
  transaction: Transaction,
  orderId: string,
  restartedAt: string,
): Promise<void> {
  const order = await findOrder(transaction, orderId);
  if (order?.state !== 'ACTIVE' || order.workload_uid === null) return;
  const { namespace, name, workload_uid: uid } = order;
  try {
    await client.mergePatch(
      { namespace, name },
      { metadata: { uid }, spec: { powerState: 'Running', restartedAt } },
      { fieldManager: fieldManagers.portal },
    );
  } catch (error) {
    if (!isRefusal(error) && !isNotFound(error)) throw error;
    const locked = await lockOrder(transaction, orderId);
    if (locked?.start_requested_at?.toISOString() === restartedAt) await releaseHold(transaction, orderId);
  }
}

function findOrder(transaction: Transaction, id: string): Promise<WorkloadOrder | undefined> {
  return transaction.selectFrom('workload_order').selectAll().where('id', '=', id).executeTakeFirst();
}

/**
 * Whether the API server will say the same next time: our object is wrong, against a policy or quota, or is not the one
 * we mean. The tenant's namespace may still be on its way, so a create that is NotFound is tried again.
 */
function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && [400, 403, 409, 422].includes(error.code);
}
