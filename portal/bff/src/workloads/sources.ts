/** Sources of the portal's workloads: the cluster, orders on their way there, and the archive. */
import {
  API_VERSION,
  orderReasons,
  tenantNamespace,
  tenantOf,
  workloads as definition,
} from '@gpulease/crds';
import type { Workload, WorkloadSpec } from '@gpulease/crds';
import { objectKey, type Informer } from '@gpulease/kube';
import { sql } from 'kysely';
import type { Database, Row, Transaction } from '../database/schema.ts';
import { rejectionText, type Rejection } from '../orders/rejections.ts';

/** A workload from one of the sources, with its owner. */
export interface Found {
  readonly workload: Workload;
  readonly userId: string;
  readonly orderId: string | undefined;
}

/** The Workload informer's indexes by namespace, by requested HTTP host and by uid. */
export const byNamespace = 'namespace';
export const byHost = 'host';
const byUid = 'uid';
export const workloadIndexers = {
  [byNamespace]: ({ metadata }: Workload) => [metadata.namespace ?? ''],
  [byHost]: ({ spec }: Workload) => (spec.http ? [spec.http.host] : []),
  [byUid]: ({ metadata }: Workload) => [metadata.uid ?? ''],
};

/** Returns the workloads that are in the cluster or on their way there, of one user or of all. */
export async function findWorkloads(
  database: Database,
  informer: Informer<Workload>,
  userId?: string,
): Promise<Found[]> {
  // In this order, a workload that moves from one source to the next meanwhile is seen in one of them.
  const ordered = await orderedWorkloads(database, userId);
  const live = liveWorkloads(informer, userId);
  const names = new Set(live.map(({ workload }) => objectKey(workload.metadata)));
  return [...live, ...ordered.filter(({ workload }) => !names.has(objectKey(workload.metadata)))];
}

/** Returns the workload of that name: the live one, else the ordered one, else the one destroyed last. */
export async function findWorkload(
  database: Database | Transaction,
  informer: Informer<Workload>,
  { userId, name }: { userId: string; name: string },
): Promise<Found | undefined> {
  const [ordered] = await orderedWorkloads(database, userId, name);
  const live = informer.store.get({ namespace: tenantNamespace(userId), name });
  if (live) {
    const found = liveFound(live, userId);
    return { ...found, orderId: found.orderId ?? (await boundOrder(database, found)) };
  }
  if (ordered) return ordered;
  return archivedWorkload(database, { userId, name });
}

/** Returns the workloads that are in the cluster, of one user or of all. */
export function liveWorkloads(informer: Informer<Workload>, userId: string | undefined): Found[] {
  const workloads =
    userId === undefined
      ? informer.store.list()
      : informer.store.byIndex(byNamespace, tenantNamespace(userId));
  return workloads.flatMap((workload) => {
    const owner = userId ?? tenantOf(workload);
    return owner === undefined ? [] : [liveFound(workload, owner)];
  });
}

/** Returns the workloads with these uids that are in the cluster, of one user or of all. */
export function liveWorkloadsOf(
  { store }: Informer<Workload>,
  uids: readonly string[],
  userId: string | undefined,
): Workload[] {
  const found = [...new Set(uids)].flatMap((uid) => store.byIndex(byUid, uid));
  return found.filter((workload) =>
    userId === undefined
      ? tenantOf(workload) !== undefined
      : workload.metadata.namespace === tenantNamespace(userId),
  );
}

function liveFound(workload: Workload, userId: string): Found {
  return { workload, userId, orderId: workload.status?.billing?.orderId };
}

/** Returns the order of a live workload from the books, for when the worker has not recorded it on the workload yet. */
async function boundOrder(database: Database | Transaction, { workload }: Found) {
  const active = database.selectFrom('workload_order').select('id').where('state', '=', 'ACTIVE');
  return (await active.where('workload_uid', '=', workload.metadata.uid ?? '').executeTakeFirst())?.id;
}

type OrderedRow = { readonly spec: WorkloadSpec } & Pick<
  Row<'workload_order'>,
  'id' | 'user_id' | 'namespace' | 'name' | 'state' | 'rejection' | 'accepted_at'
>;

const cancelled: Rejection = orderReasons.cancelled;

/**
 * Returns orders that the cluster or our copy of it may not have yet, and orders of the last day that it refused. The clock
 * is read in subqueries, or else the indexes by time would not be used.
 */
async function orderedWorkloads(database: Database | Transaction, userId?: string, name?: string) {
  const { rows } = await sql<OrderedRow>`
    SELECT id, user_id, namespace, name, spec, state, rejection, accepted_at FROM workload_order
    WHERE (state = 'PLACED' OR (state = 'ACTIVE' AND accepted_at > (SELECT billing_clock()) - interval '11 minutes')
      OR (state = 'REJECTED' AND workload_uid IS NULL AND rejection <> ${cancelled}
        AND closed_at > (SELECT billing_clock()) - interval '1 day'))
      AND (${userId ?? null}::text IS NULL OR user_id = ${userId ?? null})
      AND (${name ?? null}::text IS NULL OR name = ${name ?? null})
    ORDER BY state, accepted_at DESC`.execute(database);
  return rows.map((row) => ({ workload: asOrdered(row), userId: row.user_id, orderId: row.id }));
}

/** Returns what the Workload will look like, or would have. */
function asOrdered({ namespace, name, spec, state, rejection, accepted_at }: OrderedRow): Workload {
  const message = 'The order is placed; the machine is being set up.';
  const status: Workload['status'] =
    state === 'REJECTED'
      ? { phase: 'Failed', reason: rejection ?? '', message: rejectionText(rejection) }
      : { phase: 'Pending', reason: orderReasons.placed, message };
  const metadata = { name, namespace, creationTimestamp: accepted_at.toISOString() };
  return { apiVersion: API_VERSION, kind: definition.kind, metadata, spec, status };
}

/** The archived data of a destroyed workload. */
export interface ArchivedRow {
  readonly object: Workload;
  readonly user_id: string;
  readonly order_id: string | null;
}

/** Returns the workload of that name that was destroyed last. */
async function archivedWorkload(
  database: Database | Transaction,
  { userId, name }: { userId: string; name: string },
): Promise<Found | undefined> {
  const { rows } = await sql<ArchivedRow>`
    SELECT object, user_id, order_id FROM workload_archive
    WHERE user_id = ${userId} AND name = ${name} ORDER BY archived_at DESC LIMIT 1`.execute(database);
  return rows[0] && asDestroyed(rows[0]);
}

export function asDestroyed({ object, user_id, order_id }: ArchivedRow): Found {
  return {
    workload: { ...object, status: { ...object.status, phase: 'Destroyed' } },
    userId: user_id,
    orderId: order_id ?? undefined,
  };
}
