/** Actions on an existing workload: start, stop, restart, destroy, change, schedule. */
import { fieldManagers, orderReasons, workloads as definition, type Workload } from '@gpulease/crds';
import type { Body } from '@gpulease/contract/routes';
import type { WorkloadAction } from '@gpulease/contract/enums';
import type { WorkloadSchedule } from '@gpulease/contract/operated-workloads';
import { retryOnConflict, type Cluster, type Informer, type ResourceClient } from '@gpulease/kube';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Clock } from '../clock.ts';
import { withTransaction } from '../database/database.ts';
import type { Database, Transaction } from '../database/schema.ts';
import { ProductError } from '../http/product-error.ts';
import { mustFind, type WorkloadName } from './lists.ts';
import { cancelOrder } from '../orders/order-states.ts';
import { agreeOnRefund } from '../orders/reserved-terms.ts';
import { checkAutoStop } from './auto-stop.ts';
import { checkHost } from './http-host.ts';
import { checkPorts } from './port-quota.ts';
import { countRequest } from '../orders/quota.ts';
import { rejections } from '../orders/rejections.ts';
import { start, startTime, withdrawStart } from '../orders/start.ts';
import { toPlacement } from './manual-placement/chosen-placement.ts';
import { planOf } from './manual-placement/plan.ts';
import { moveActions } from './move.ts';
import { plannedFor } from './manual-placement/planned-for.ts';
import type { Found } from './sources.ts';
import { toPatch } from '../orders/spec.ts';
import { requestAnnotations } from '../orders/request-annotations.ts';
import { allowedActions } from './allowed-actions.ts';
import { statusOf } from './state.ts';
import { lockWallets, walletOf } from '../ledger/wallets.ts';

export type WorkloadActions = ReturnType<typeof workloadActions>;

interface Parts {
  readonly database: Database;
  readonly cluster: Cluster;
  readonly workloads: Informer<Workload>;
  readonly catalogue: Catalogue;
  readonly clock: Clock;
  /** The limit that starts count against; absent for operators, whose starts are not counted. */
  readonly startsPerHour?: number;
}

/** Actions as merge patches (or a DELETE) on exactly the object that was read. All throw RESOURCE_NOT_FOUND. */
export function workloadActions(parts: Parts) {
  const { database, cluster, workloads, catalogue, startsPerHour } = parts;
  const client = cluster.resource(definition);
  const planned = (workload: Workload) => plannedFor(parts, workload, parts.clock.now());
  const find = async (which: WorkloadName, action?: WorkloadAction) => {
    const found = await mustFind({ database, workloads }, which);
    const { workload } = found;
    const allowed = allowedActions(workload, statusOf(workload), action === 'schedule');
    if (action !== undefined && !allowed.includes(action))
      throw new ProductError('REQUEST_FAILED', { reason: 'ILLEGAL_TRANSITION' });
    return found;
  };
  const patchSpec = async (found: Found, spec: object): Promise<Found> => ({
    ...found,
    workload: await patch(client, found.workload, { spec }),
  });
  return {
    /** Pays for a start, which the outbox carries out. Throws as `fundStart` does, and ILLEGAL_TRANSITION. */
    async start(transaction: Transaction, which: WorkloadName, expected: Body<'startWorkload'>) {
      const found = await find(which, 'start');
      if (found.orderId === undefined) throw new ProductError('NO_VALID_ORDER');
      await start(transaction, catalogue, { ...found, orderId: found.orderId, expected, startsPerHour });
      return found;
    },
    /** Also withdraws a start that has not reached the cluster. */
    async stop(which: WorkloadName) {
      const found = await find(which);
      const isWithdrawn = isOff(found.workload) && (await withdrawn(database, found));
      if (isWithdrawn && !canStop(found.workload)) return found;
      return patchSpec(await find(which, 'stop'), { powerState: 'Stopped' });
    },
    async restart(which: WorkloadName) {
      const found = await find(which, 'restart');
      await countRestart(parts, found.userId);
      return patchSpec(found, { restartedAt: (await startTime(database, found.workload)).toISOString() });
    },
    /** Throws REFUND_CHANGED if the refund of a reserved machine differs from the expected amount. */
    async destroy(which: WorkloadName, { expectedRefund }: Body<'destroyWorkload'>) {
      const found = await find(which, 'destroy');
      const uid = found.workload.metadata.uid ?? (await cancelPlaced(database, found, expectedRefund));
      if (uid === undefined) return { ...found, workload: destroyed(found.workload) };
      // Commits after the deletion has reached the cluster, so that no refund is agreed on without it.
      await withTransaction(database, async (transaction) => {
        if (found.orderId) await agreeOnRefund(transaction, found.orderId, expectedRefund);
        await client.delete(found.workload.metadata, { uid });
      });
      return { ...found, workload: beingDestroyed(found.workload) };
    },
    /** Throws STALE if the workload no longer has this etag, QUOTA, and INVALID_ARGUMENT. */
    async change(which: WorkloadName, body: Body<'updateWorkload'>, etag: string) {
      const found = await find(which);
      return patchSeen(client, found, changedBy(parts, which, found.workload, body), etag);
    },
    ...moveActions({ find, patchSpec, planned }),
    /** Throws STALE if the workload no longer has this etag, QUOTA, and INVALID_ARGUMENT. */
    async schedule(which: WorkloadName, choice: WorkloadSchedule, etag: string) {
      const found = await find(which, 'schedule');
      return patchSeen(client, found, chosenFor(parts, which, found.workload, choice), etag);
    },
    async plan(which: WorkloadName) {
      const { workload } = await find(which, 'schedule');
      return planOf(planned(workload));
    },
  };
}

/** Throws INVALID_ARGUMENT and QUOTA. */
function changedBy(parts: Parts, which: WorkloadName, { spec }: Workload, body: Body<'updateWorkload'>) {
  const patched = toPatch(body);
  checkAutoStop(body, spec, parts);
  checkPorts(parts, which, patched.ports);
  checkHost(parts, which, { ...spec, http: patched.http });
  return patched;
}

/** Throws INVALID_ARGUMENT and QUOTA. */
function chosenFor(parts: Parts, which: WorkloadName, workload: Workload, choice: WorkloadSchedule) {
  const planned = plannedFor(parts, workload, parts.clock.now());
  const spec = toPlacement(planned, planOf(planned), choice);
  checkPorts(parts, which, spec.ports);
  checkHost(parts, which, { ...workload.spec, http: spec.http });
  return spec;
}

/** Throws RATE_LIMITED. */
async function countRestart({ database, catalogue, startsPerHour }: Parts, userId: string): Promise<void> {
  if (startsPerHour === undefined) return;
  await withTransaction(database, async (transaction) => {
    await lockWallets(transaction, [walletOf(userId)]);
    await countRequest(transaction, catalogue, userId, startsPerHour);
  });
}

function isOff(workload: Workload): boolean {
  return statusOf(workload) === 'STOPPED' || !canStop(workload);
}

function canStop(workload: Workload): boolean {
  return allowedActions(workload, statusOf(workload), true).includes('stop');
}

async function withdrawn(database: Database, { orderId }: Found): Promise<boolean> {
  if (orderId === undefined) return false;
  return withTransaction(database, (transaction) => withdrawStart(transaction, orderId));
}

/** Cancels an order on its way to the cluster. Returns the uid of its Workload if it exists by now. */
function cancelPlaced(database: Database, { orderId = '' }: Found, expectedRefund: string | undefined) {
  return withTransaction(database, (transaction) => cancelOrder(transaction, orderId, expectedRefund));
}

function destroyed(workload: Workload): Workload {
  const cancelled = { reason: orderReasons.cancelled, message: rejections.OrderCancelled };
  return { ...workload, status: { ...workload.status, ...cancelled, phase: 'Destroyed' } };
}

function beingDestroyed({ metadata, ...workload }: Workload): Workload {
  return { ...workload, metadata: { ...metadata, deletionTimestamp: new Date().toISOString() } };
}

/** Throws STALE if it no longer has this etag in the API server: our copy may lag behind the caller's own change. */
async function patchSeen(client: ResourceClient<Workload>, found: Found, spec: object, etag: string) {
  const { uid, namespace, name } = found.workload.metadata;
  const workload = await retryOnConflict(async () => {
    const seen = await client.find({ namespace, name });
    const { generation, resourceVersion } = seen?.metadata ?? {};
    if (!seen || seen.metadata.uid !== uid || String(generation) !== etag)
      throw new ProductError('REQUEST_FAILED', { reason: 'STALE' });
    return patch(client, seen, { metadata: { resourceVersion }, spec });
  });
  return { ...found, workload };
}

function patch(
  client: ResourceClient<Workload>,
  { metadata: { uid, namespace, name } }: Workload,
  change: { metadata?: object; spec: object },
): Promise<Workload> {
  const body = { ...change, metadata: { ...change.metadata, ...requestAnnotations(), uid } };
  return client.mergePatch({ namespace, name }, body, { fieldManager: fieldManagers.portal });
}
