/** Restores a database from a backup. */
import pg from 'pg';
import { withClient } from '../database/database.ts';
import { migrate, readMigrations, type MigrateOptions, type Migration } from '../database/migrator.ts';
import { readPart } from './archive.ts';
import { SAME_TEXTS, type DatabasePart, type TablePart } from './dump-database.ts';
import type { Backup } from './manifest.ts';

/**
 * Creates the schema of the backup's version and fills it in one transaction. Throws without changes if the database is in
 * use.
 */
export async function loadDatabase(
  target: Omit<MigrateOptions, 'migrations'>,
  { archive, manifest }: Backup,
): Promise<void> {
  const { database } = manifest;
  if (!database) throw new Error('The backup has no database.');
  const migrations = await migrationsOf(database);
  await withClient(target.ownerUrl, async (client) => {
    await refuseUsed(client);
    await migrate({ ...target, migrations });
    await refuseNewer(client, database);
    await client.query(`BEGIN; ${SAME_TEXTS}`);
    const close = await openTables(client, database.tables);
    for (const table of database.tables) await fill(client, table, readPart(archive, table.part));
    await close();
    await restoreSequences(client, database);
    await client.query('COMMIT');
  });
}

async function migrationsOf({ migrations: applied }: DatabasePart): Promise<Migration[]> {
  const known = await readMigrations();
  const newest = applied.at(-1);
  if (!known.some(({ name }) => name === newest))
    throw new Error(
      `The backup was made by a newer version, with migration ${newest ?? ''}: restore it with that version.`,
    );
  return known.filter(({ name }) => applied.includes(name));
}

async function refuseUsed(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ there: boolean }>(
    `SELECT to_regclass('public.user_account') IS NOT NULL AS there`,
  );
  if (!rows[0]?.there) return;
  const { rowCount } = await client.query('SELECT FROM user_account LIMIT 1');
  if (rowCount !== 0)
    throw new Error(
      'The database is not empty: it has accounts. Nothing was changed; restore into a new, empty database.',
    );
}

/** Refuses a schema with migrations that the backup does not have, since its rows may not fit. */
async function refuseNewer(client: pg.Client, { migrations }: DatabasePart): Promise<void> {
  const { rows } = await client.query<{ name: string }>('SELECT name FROM migration');
  const newer = rows.find(({ name }) => !migrations.includes(name));
  if (newer)
    throw new Error(
      `The database has ${newer.name}, which the backup does not have: restore into an empty database without migrations.`,
    );
}

/**
 * Empties the tables, drops foreign keys and disables triggers. Returns a function that restores them, which checks the
 * references of all rows.
 */
async function openTables(client: pg.Client, tables: readonly TablePart[]): Promise<() => Promise<void>> {
  const { rows: references } = await client.query<{ table: string; name: string; definition: string }>(`
    SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
    FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace`);
  const names = tables.map(({ name }) => pg.escapeIdentifier(name));
  for (const { table, name } of references)
    await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  for (const name of names) await client.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`);
  await client.query(`TRUNCATE ${names.join(', ')}`);
  return async () => {
    for (const name of names) await client.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`);
    for (const { table, name, definition } of references)
      await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
  };
}

async function fill(client: pg.Client, { name, columns }: TablePart, rows: AsyncIterable<readonly string[]>) {
  const names = columns.map((column) => pg.escapeIdentifier(column.name)).join(', ');
  const values = columns.map(({ type }, index) => `(line ->> ${index})::${type}`).join(', ');
  const insert = `INSERT INTO ${pg.escapeIdentifier(name)} (${names}) OVERRIDING SYSTEM VALUE
    SELECT ${values} FROM json_array_elements($1::json) AS line`;
  for await (const lines of rows) await client.query(insert, [`[${lines.join(',')}]`]);
}

/** Continues sequences after their last values. Resets the transaction id of the books check, which is the old server's. */
async function restoreSequences(client: pg.Client, { sequences }: DatabasePart): Promise<void> {
  for (const { name, last } of sequences)
    await client.query('SELECT setval(quote_ident($1)::regclass, $2::bigint)', [name, last]);
  await client.query('UPDATE books_check SET seen_before = pg_snapshot_xmax(pg_current_snapshot())');
}
