/** The users of open consoles, shared by all replicas. Each console of a machine has one user: the latest. */
import type { ConsoleKind } from '@gpulease/contract/enums';
import { sql } from 'kysely';
import type { Database } from '../../database/schema.ts';

/** A console that was not renewed for this long belongs to a process that has ended. */
const ABANDONED_MS = 15_000;

interface ConsolePlace {
  readonly workloadUid: string;
  readonly kind: ConsoleKind;
}

/** Takes a console, from its current user if there is one. */
export async function occupy(
  database: Database,
  { workloadUid, kind }: ConsolePlace,
  id: string,
  now: Date,
): Promise<void> {
  await database
    .insertInto('console_session')
    .values({ workload_uid: workloadUid, kind, id, renewed_at: now })
    .onConflict((conflict) => conflict.columns(['workload_uid', 'kind']).doUpdateSet({ id, renewed_at: now }))
    .execute();
}

/** Whether a user has the console open. */
export async function isOccupied(database: Database, place: ConsolePlace, now: Date): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM console_session WHERE workload_uid = ${place.workloadUid} AND kind = ${place.kind}
      AND renewed_at > ${new Date(now.getTime() - ABANDONED_MS)}`.execute(database);
  return rows.length > 0;
}

/** Renews consoles, and returns those that were not taken over. */
export async function renew(database: Database, ids: readonly string[], now: Date) {
  const renewed = database.updateTable('console_session').set({ renewed_at: now }).where('id', 'in', ids);
  const rows = await renewed.returning('id').execute();
  return new Set(rows.map(({ id }) => id));
}

/** Releases a console. */
export async function vacate(database: Database, id: string): Promise<void> {
  await database.deleteFrom('console_session').where('id', '=', id).execute();
}
