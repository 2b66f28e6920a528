/** Carries out committed orders in the cluster. */
import { fieldManagers, finalizers, labels, orderReasons, workloadLabels, workloads } from '@gpulease/crds';
import type { Workload, WorkloadSpec } from '@gpulease/crds';
import { isAlreadyExists, isConflict, type Cluster, type ResourceClient } from '@gpulease/kube';
import { failpoint } from '../database/failpoint.ts';
import { billingClock } from '../ledger/ledger.ts';
import type { Row, Transaction } from '../database/schema.ts';
import type { Logger } from '../http/logger.ts';
import type { OutboxHandler } from '../jobs/runner.ts';
import { bindOrder, lockOrder, rejectOrder, undoStart } from './order-states.ts';
import { CREATE_TOPIC } from './place-order.ts';
import { ORDER_LIFETIME_MS, rejectionOf, type Rejection } from './rejections.ts';
import { requestAnnotations } from './request-annotations.ts';

export const START_TOPIC = 'workload.start';

/** The payload of a start: the `spec.restartedAt` that was paid for, and the time of the request. */
export interface StartPayload {
  readonly restartedAt: string;
  readonly requestedAt: string;
}

interface Context {
  readonly client: ResourceClient<Workload>;
  readonly transaction: Transaction;
  readonly log: Logger;
}

/** Returns the outbox handlers of orders, by topic. */
export function orderOutboxHandlers(cluster: Cluster, log: Logger): Readonly<Record<string, OutboxHandler>> {
  const client = cluster.resource(workloads);
  return {
    [CREATE_TOPIC]: ({ key }, transaction) => createWorkload({ client, transaction, log }, key),
    [START_TOPIC]: ({ key, payload }, transaction) =>
      startWorkload({ client, transaction, log }, key, payload as StartPayload),
  };
}

/** Creates the Workload of an order and binds them; a final refusal, or no success in time, refunds the money. */
async function createWorkload(context: Context, orderId: string): Promise<void> {
  const { transaction, client } = context;
  const order = await findOrder(transaction, orderId);
  if (order?.state === 'REJECTED' && order.workload_uid === null) return deleteCreated(client, order);
  if (order?.state !== 'PLACED') return;
  const created = await createOrFind(context, order);
  failpoint('order.created');
  if (typeof created === 'string') return rejectOrder(transaction, orderId, created);
  const { uid = '', namespace = '', name } = created.metadata;
  const isBound = await bindOrder(transaction, orderId, { uid, namespace, name });
  // Its owner has canceled the order meanwhile.
  if (!isBound) await client.delete({ namespace, name }, { uid });
}

async function createOrFind(context: Context, order: Row<'workload_order'>): Promise<Workload | Rejection> {
  const { client, log } = context;
  const { id, namespace, name } = order;
  const isLate = await isPast(context.transaction, order.accepted_at);
  try {
    return isLate ? await existing(client, order, orderReasons.expired) : await create(client, order);
  } catch (error) {
    if (isAlreadyExists(error)) return existing(client, order, 'NameTaken');
    const rejection = rejectionOf(error) ?? (isLate ? orderReasons.expired : undefined);
    if (rejection === undefined) throw error;
    log.warn({ err: error, order: id, workload: `${namespace}/${name}` }, 'An order was rejected');
    return rejection;
  }
}

function create(client: ResourceClient<Workload>, order: Row<'workload_order'>): Promise<Workload> {
  const { id, namespace, name } = order;
  const spec = order.spec as unknown as WorkloadSpec;
  const metadata = {
    ...{ name, namespace, labels: { ...workloadLabels(namespace, spec), [labels.order]: id } },
    finalizers: [finalizers.workload, finalizers.billing],
    ...requestAnnotations(),
  };
  return client.create({ metadata, spec }, { fieldManager: fieldManagers.portal });
}

/** Deletes the Workload that an earlier attempt created before its owner canceled the order. */
async function deleteCreated(client: ResourceClient<Workload>, order: Row<'workload_order'>): Promise<void> {
  const made = await existing(client, order, orderReasons.cancelled);
  if (typeof made !== 'string') await client.delete(made.metadata, { uid: made.metadata.uid ?? '' });
}

/** Returns the Workload that an earlier attempt created, or else `otherwise`. */
async function existing(
  client: ResourceClient<Workload>,
  { id, namespace, name }: Row<'workload_order'>,
  otherwise: Rejection,
): Promise<Workload | Rejection> {
  const workload = await client.find({ namespace, name });
  return workload?.metadata.labels?.[labels.order] === id ? workload : otherwise;
}

/** Switches on a machine whose start was paid for; if that is impossible, refunds the money. */
async function startWorkload(
  context: Context,
  orderId: string,
  { restartedAt, requestedAt }: StartPayload,
): Promise<void> {
  const { client, transaction, log } = context;
  const order = await findOrder(transaction, orderId);
  if (order?.state !== 'ACTIVE' || order.workload_uid === null) return;
  try {
    const isThere = await switchOn(client, order, restartedAt);
    failpoint('start.patched');
    if (!isThere) await refundRestart(transaction, orderId, restartedAt);
  } catch (error) {
    const isLate = await isPast(transaction, new Date(requestedAt));
    if (isConflict(error) || (rejectionOf(error) === undefined && !isLate)) throw error;
    log.warn({ err: error, order: orderId }, 'Gave up a start');
    await refundRestart(transaction, orderId, restartedAt);
  }
}

/** Returns false if the Workload no longer exists. Throws Conflict if it has changed since it was read. */
async function switchOn(
  client: ResourceClient<Workload>,
  { namespace, name, workload_uid: uid }: Row<'workload_order'>,
  restartedAt: string,
): Promise<boolean> {
  const workload = await client.find({ namespace, name });
  if (workload?.metadata.uid !== uid) return false;
  // This start has already reached it; its owner may have stopped it since.
  if (Date.parse(workload.spec.restartedAt ?? '') >= Date.parse(restartedAt)) return true;
  const metadata = { uid, resourceVersion: workload.metadata.resourceVersion, ...requestAnnotations() };
  const change = { metadata, spec: { powerState: 'Running', restartedAt } };
  await client.mergePatch({ namespace, name }, change, { fieldManager: fieldManagers.portal });
  return true;
}

async function refundRestart(transaction: Transaction, orderId: string, restartedAt: string): Promise<void> {
  const locked = await lockOrder(transaction, orderId);
  if (locked?.start_requested_at?.toISOString() === restartedAt) await undoStart(transaction, orderId);
}

async function isPast(transaction: Transaction, since: Date): Promise<boolean> {
  const now = await billingClock(transaction);
  return now.getTime() - since.getTime() > ORDER_LIFETIME_MS;
}

function findOrder(transaction: Transaction, id: string): Promise<Row<'workload_order'> | undefined> {
  return transaction.selectFrom('workload_order').selectAll().where('id', '=', id).executeTakeFirst();
}
