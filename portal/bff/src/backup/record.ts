/** The last backup of those that are made regularly, as the database knows it. */
import { sql } from 'kysely';
import pg from 'pg';
import type { Database } from '../database/schema.ts';

/** Notes when a backup was taken that was read back. The right to update that column is enough. */
export async function recordBackup(url: string, takenAt: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('UPDATE last_backup SET taken_at = $1', [takenAt]);
  } finally {
    await client.end();
  }
}

interface LastBackup {
  readonly at: Date;
  /** By the database's clock. */
  readonly agoMs: number;
}

/** Undefined where there was none yet. */
export async function readLastBackup(database: Database): Promise<LastBackup | undefined> {
  const { rows } = await sql<LastBackup>`
    SELECT taken_at AS at, (EXTRACT(EPOCH FROM clock_timestamp() - taken_at) * 1000)::float AS "agoMs"
    FROM last_backup WHERE taken_at IS NOT NULL`.execute(database);
  return rows[0];
}
