/** The last scheduled backup and the last restore test, as recorded in the database. */
import { sql } from 'kysely';
import { withClient } from '../database/database.ts';
import type { Database } from '../database/schema.ts';

/** Records when a verified backup was taken. Needs only permission to update that column. */
export function recordBackup(url: string, takenAt: string): Promise<void> {
  return update(url, 'UPDATE last_backup SET taken_at = $1', [takenAt]);
}

/** Records a successful restore test that ended now and took `seconds`. Needs only permission to update the columns. */
export function recordRestoreTest(url: string, seconds: number): Promise<void> {
  const text = 'UPDATE last_restore_test SET ended_at = clock_timestamp(), seconds = $1';
  return update(url, text, [Math.ceil(seconds)]);
}

async function update(url: string, text: string, values: unknown[]): Promise<void> {
  await withClient(url, (client) => client.query(text, values));
}

interface LastBackup {
  readonly at: Date;
  /** By the database's clock. */
  readonly agoMs: number;
}

/** Returns the last backup; undefined if there is none yet. */
export async function readLastBackup(database: Database): Promise<LastBackup | undefined> {
  const { rows } = await sql<LastBackup>`
    SELECT taken_at AS at, (EXTRACT(EPOCH FROM clock_timestamp() - taken_at) * 1000)::float AS "agoMs"
    FROM last_backup WHERE taken_at IS NOT NULL`.execute(database);
  return rows[0];
}

export interface LastRestoreTest extends LastBackup {
  /** Duration of the test. */
  readonly seconds: number;
}

/** Returns the last restore test; undefined if there is none yet. */
export async function readLastRestoreTest(database: Database): Promise<LastRestoreTest | undefined> {
  const { rows } = await sql<LastRestoreTest>`
    SELECT ended_at AS at, (EXTRACT(EPOCH FROM clock_timestamp() - ended_at) * 1000)::float AS "agoMs", seconds
    FROM last_restore_test WHERE ended_at IS NOT NULL`.execute(database);
  return rows[0];
}
