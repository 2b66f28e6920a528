/** Brings a database up to the newest migration. Each `NNNN-name.sql` runs once, in order, in its own transaction. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import { withClient } from './database.ts';

const folder = new URL('./migrations/', import.meta.url);

/** Present in every database that 0.1.0 has migrated. */
const BASELINE = '0001-baseline.sql';
const OLDER =
  'This database was made by a version before 0.1.0, and only 0.1.0 takes it over. Install 0.1.0 over it first (helm upgrade, or make demo), and then this version.';

/** The advisory lock that keeps two migrators from running at once; an arbitrary constant. */
const LOCK = 7_263_910;

/** A migration that waits longer for a table would hold up all later queries on it: it fails instead. */
const LOCK_TIMEOUT_SECONDS = 30;

export interface Migration {
  readonly name: string;
  readonly sql: string;
}

export interface MigrateOptions {
  /** The URL for the role that owns the schema. */
  readonly ownerUrl: string;
  /** The role of the portal, which is granted rows but not the schema. Absent if already granted. */
  readonly applicationRole?: string | undefined;
  readonly migrations?: readonly Migration[];
}

/** Applies missing migrations and returns their names. Throws if an applied migration has changed since. */
export async function migrate({ ownerUrl, applicationRole, migrations }: MigrateOptions): Promise<string[]> {
  const wanted = migrations ?? (await readMigrations());
  return withClient(ownerUrl, async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
    await client.query(`SET lock_timeout = '${LOCK_TIMEOUT_SECONDS}s'`);
    if (applicationRole) await grantRows(client, applicationRole);
    return applyMissing(client, wanted);
  });
}

/** Reads the migrations of this version, in order. */
export async function readMigrations(): Promise<Migration[]> {
  const names = await migrationNames();
  return Promise.all(
    names.map(async (name) => ({ name, sql: await readFile(new URL(name, folder), 'utf8') })),
  );
}

/** Returns the names of this version's migrations, in order. */
export async function migrationNames(): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
}

async function applyMissing(client: pg.Client, wanted: readonly Migration[]): Promise<string[]> {
  const applied = await readApplied(client);
  if (applied.size > 0 && !applied.has(BASELINE)) throw new Error(OLDER);
  const missing = wanted.filter(({ name }) => !applied.has(name));
  for (const { name, sql } of wanted) refuseChanged(name, sql, applied.get(name));
  for (const migration of missing) await apply(client, migration);
  return missing.map(({ name }) => name);
}

async function readApplied(client: pg.Client): Promise<Map<string, string>> {
  await client.query(
    `CREATE TABLE IF NOT EXISTS migration (
       name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`,
  );
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'SELECT name, checksum FROM migration',
  );
  return new Map(rows.map(({ name, checksum }) => [name, checksum]));
}

function refuseChanged(name: string, sql: string, checksum: string | undefined): void {
  if (checksum === undefined || checksum === checksumOf(sql)) return;
  throw new Error(`${name} was changed after it was applied; write a new migration instead.`);
}

async function apply(client: pg.Client, { name, sql }: Migration): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query(sql);
    await client.query('INSERT INTO migration (name, checksum) VALUES ($1, $2)', [name, checksumOf(sql)]);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error });
  }
}

/** Grants default rights on future tables; a migration revokes them for tables to which rows may only be added. */
async function grantRows(client: pg.Client, applicationRole: string): Promise<void> {
  const role = pg.escapeIdentifier(applicationRole);
  await client.query(`
    GRANT USAGE ON SCHEMA public TO ${role};
    ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO ${role};
    ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE, SELECT ON SEQUENCES TO ${role};
  `);
}

function checksumOf(sql: string): string {
  return createHash('sha256').update(sql).digest('hex');
}
