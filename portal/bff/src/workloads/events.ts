/** Where the timeline of a workload is read from: the audit, the books, the cluster. */
import { workloads as definition, type Workload } from '@gpulease/crds';
import type { WorkloadEvent } from '@gpulease/contract/workloads';
import { events, type Cluster, type Event } from '@gpulease/kube';
import { sql } from 'kysely';
import type { Database } from '../database/schema.ts';
import { readAccounts } from '../orders/workload-accounts.ts';
import type { Found } from './sources.ts';
import { timelineOf, toldActions, type PortalAction, type TimelineSources } from './timeline.ts';

/** What happened to a workload, in no order. Kubernetes forgets its Events after an hour; acts and runs stay. */
export async function workloadEvents(
  { database, cluster }: { readonly database: Database; readonly cluster: Cluster },
  found: Found,
  { user, isAdmin }: Pick<TimelineSources, 'user' | 'isAdmin'>,
): Promise<WorkloadEvent[]> {
  const { workload, orderId } = found;
  const [acts, accounts, reported, written] = await Promise.all([
    readActs(database, found, user),
    readAccounts(database, orderId === undefined ? [] : [orderId]),
    eventsOf(cluster, workload),
    asWritten(cluster, workload),
  ]);
  const runs = accounts.get(orderId ?? '')?.runs ?? [];
  return timelineOf({ workload: written, user, acts, events: reported, runs, isAdmin });
}

/** Acts that a timeline shows, the newest. */
const MOST_ACTS = 500;

/** Acts on this workload, not on an earlier one of its name: since its order or, where it has none, its creation. */
async function readActs(database: Database, found: Found, user: string): Promise<PortalAction[]> {
  const { workload, orderId } = found;
  const { name, creationTimestamp } = workload.metadata;
  const subject = `${user}/${name}`;
  const { rows } = await sql<PortalAction>`
    SELECT at, action, actor, details->>'reason' AS explanation FROM audit_entry
    WHERE subject = ${subject} AND outcome = 'SUCCESS' AND action = ANY(${toldActions})
      AND CASE (SELECT source FROM workload_order WHERE id = ${orderId ?? null}::uuid)
        WHEN 'PORTAL' THEN id >= (SELECT max(id) FROM audit_entry
          WHERE subject = ${subject} AND outcome = 'SUCCESS' AND action = 'CREATE_WORKLOAD')
        ELSE at >= ${creationTimestamp ?? null}::timestamptz END
    ORDER BY id DESC LIMIT ${MOST_ACTS}`.execute(database);
  return rows;
}

/** The Events of one Workload; none if it is gone. */
async function eventsOf(cluster: Cluster, { metadata }: Workload): Promise<Event[]> {
  const { uid, namespace } = metadata;
  if (uid === undefined) return [];
  const { items } = await cluster.resource(events).list({ namespace, fieldSelector: `regarding.uid=${uid}` });
  return items;
}

/** With who wrote which fields, which the shared copies leave out; as found where it is gone. */
async function asWritten(cluster: Cluster, workload: Workload): Promise<Workload> {
  const { namespace, name, uid } = workload.metadata;
  if (uid === undefined) return workload;
  const live = await cluster.resource(definition).find({ namespace, name });
  return live?.metadata.uid === uid ? live : workload;
}
