/** Reads the timeline of a workload from the audit, the books and the cluster. */
import { workloads as definition, type Workload } from '@gpulease/crds';
import type { WorkloadEvent } from '@gpulease/contract/workloads';
import { events, type Cluster, type Event } from '@gpulease/kube';
import { sql } from 'kysely';
import type { Database } from '../database/schema.ts';
import { readAccounts } from '../orders/workload-accounts.ts';
import type { Found } from './sources.ts';
import { timelineOf, timelineActions, type PortalAction, type TimelineSources } from './timeline.ts';

/** Returns the events of a workload, unordered. Kubernetes deletes its Events after an hour; acts and runs stay. */
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

/** Maximum number of acts in a timeline; the newest are shown. */
const MOST_ACTS = 500;

/** Reads acts on this workload, not on an earlier one of its name: since its order or, without one, its creation. */
async function readActs(database: Database, found: Found, user: string): Promise<PortalAction[]> {
  const { workload, orderId } = found;
  const { name, creationTimestamp } = workload.metadata;
  const subject = `${user}/${name}`;
  const { rows } = await sql<PortalAction>`
    SELECT at, action, actor, details->>'reason' AS explanation FROM audit_entry
    WHERE subject = ${subject} AND outcome = 'SUCCESS' AND action = ANY(${timelineActions})
      AND CASE (SELECT source FROM workload_order WHERE id = ${orderId ?? null}::uuid)
        WHEN 'PORTAL' THEN id >= (SELECT max(id) FROM audit_entry
          WHERE subject = ${subject} AND outcome = 'SUCCESS' AND action = 'CREATE_WORKLOAD')
        ELSE at >= ${creationTimestamp ?? null}::timestamptz END
    ORDER BY id DESC LIMIT ${MOST_ACTS}`.execute(database);
  return rows;
}

/** Returns the Events of one Workload; none if it is gone. */
async function eventsOf(cluster: Cluster, { metadata }: Workload): Promise<Event[]> {
  const { uid, namespace } = metadata;
  if (uid === undefined) return [];
  const { items } = await cluster.resource(events).list({ namespace, fieldSelector: `regarding.uid=${uid}` });
  return items;
}

/** Returns the Workload with its managed fields, which the shared copies leave out; unchanged if it is gone. */
async function asWritten(cluster: Cluster, workload: Workload): Promise<Workload> {
  const { namespace, name, uid } = workload.metadata;
  if (uid === undefined) return workload;
  const live = await cluster.resource(definition).find({ namespace, name });
  return live?.metadata.uid === uid ? live : workload;
}
