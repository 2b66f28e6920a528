/** Notifies owners when an announced stop is withdrawn. The cluster does not remember the announcement. */
import { phaseOf, type Workload } from '@gpulease/crds';
import { isDeleting } from '@gpulease/kube';
import { sql } from 'kysely';
import { withTransaction } from '../database/database.ts';
import type { Database } from '../database/schema.ts';
import { notify, type NewNotice } from '../notices/notify.ts';
import type { WorkerContext } from './context.ts';

/** The newest notice of a future stop that an owner has received, and its Workload. */
interface AnnouncedStop {
  readonly kind: 'MAINTENANCE_PLANNED' | 'MAINTENANCE' | 'SPOT_INTERRUPTED';
  readonly userId: string;
  readonly subject: string;
  readonly workload: string;
  readonly until: Date;
  readonly namespace: string;
  readonly name: string;
  readonly workloadUid: string;
}

/** Checks all announced stops. Any number of workers may do so concurrently. */
export async function notifyWithdrawnStops({ database, client, workloads }: WorkerContext): Promise<void> {
  for (const stop of await announcedStops(database)) {
    if (!isWithdrawn(workloads.store.get(stop), stop)) continue;
    // Another worker may have announced the stop, and our cache may be older than that.
    if (!isWithdrawn(await client.find(stop), stop)) continue;
    await withTransaction(database, (transaction) => notify(transaction, withdrawal(stop)));
  }
}

async function announcedStops(database: Database): Promise<AnnouncedStop[]> {
  const { rows } = await sql<AnnouncedStop>`
    SELECT n.kind, n.user_id AS "userId", n.subject, n.workload, n.until, o.namespace, o.name, o.workload_uid AS "workloadUid"
    FROM notice n JOIN workload_order o ON n.subject = 'machine/' || o.id AND o.state = 'ACTIVE'
    WHERE n.kind IN ('MAINTENANCE_PLANNED', 'MAINTENANCE', 'SPOT_INTERRUPTED') AND n.until > billing_clock()
      AND NOT EXISTS (SELECT FROM notice later WHERE later.user_id = n.user_id AND later.subject = n.subject
        AND later.kind IN ('MAINTENANCE_PLANNED', 'MAINTENANCE', 'SPOT_INTERRUPTED', 'STOP_WITHDRAWN') AND later.id > n.id)`.execute(
    database,
  );
  return rows;
}

/** Whether the machine runs and is no longer about to be stopped. */
function isWithdrawn(workload: Workload | undefined, { kind, workloadUid }: AnnouncedStop): boolean {
  if (workload?.metadata.uid !== workloadUid || isDeleting(workload)) return false;
  if (phaseOf(workload) !== 'Running') return false;
  const { interruption, plannedMaintenance } = workload.status ?? {};
  if (kind !== 'MAINTENANCE_PLANNED') return interruption === undefined;
  return plannedMaintenance === undefined && interruption?.reason !== 'Maintenance';
}

function withdrawal({ userId, subject, workload, until }: AnnouncedStop): NewNotice {
  const key = `STOP_WITHDRAWN/${subject}/${until.toISOString()}`;
  return { userId, kind: 'STOP_WITHDRAWN', key, subject, workload, until };
}
