/** Writes a consistent snapshot of all rows of the database. */
import pg from 'pg';
import { withClient } from '../database/database.ts';
import { writePart, type Archive, type BackupPart } from './archive.ts';

export interface TablePart {
  readonly name: string;
  /** In the order of a row's values, without generated columns. */
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  readonly part: BackupPart;
}

export interface DatabasePart {
  /** The applied migrations. */
  readonly migrations: readonly string[];
  readonly tables: readonly TablePart[];
  readonly sequences: readonly { readonly name: string; readonly last: string }[];
}

const AT_ONCE = 2_000;

/** Fixes the text format of values, independent of the server's defaults. */
export const SAME_TEXTS = `SET LOCAL timezone = 'UTC'; SET LOCAL datestyle = 'ISO'; SET LOCAL intervalstyle = 'postgres';
  SET LOCAL extra_float_digits = 1; SET LOCAL bytea_output = 'hex'; SET LOCAL search_path = public`;

/** Reads in one transaction for a consistent snapshot, without blocking writers. Needs only read permissions. */
export async function dumpDatabase(url: string, archive: Archive): Promise<DatabasePart> {
  return withClient(url, async (client) => {
    await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${SAME_TEXTS}`);
    const migrations = await client.query<{ name: string }>('SELECT name FROM migration ORDER BY name');
    const tables: TablePart[] = [];
    for (const table of await readTables(client)) {
      const part = await writePart(archive, `database/${table.name}`, rowsOf(client, table));
      tables.push({ ...table, part });
    }
    const sequences = await client.query<DatabasePart['sequences'][number]>(
      `SELECT sequencename AS name, last_value::text AS last FROM pg_sequences
       WHERE schemaname = 'public' AND last_value IS NOT NULL ORDER BY sequencename`,
    );
    return { migrations: migrations.rows.map(({ name }) => name), tables, sequences: sequences.rows };
  });
}

type Table = Omit<TablePart, 'part'>;

/** Reads all tables except unlogged ones and the list of migrations, which is part of the restored schema. */
async function readTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    SELECT c.relname AS name, json_agg(json_build_object(
      'name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) ORDER BY a.attnum) AS columns
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relpersistence = 'p'
      AND c.relname <> 'migration' AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    GROUP BY c.relname ORDER BY c.relname`);
  return rows;
}

/** Yields each row as a JSON array of texts, a format that every PostgreSQL type can be read back from. */
async function* rowsOf(client: pg.Client, { name, columns }: Table): AsyncIterable<readonly string[]> {
  const values = columns.map((column) => `${pg.escapeIdentifier(column.name)}::text`).join(', ');
  await client.query(
    `DECLARE dump NO SCROLL CURSOR FOR SELECT json_build_array(${values})::text AS line FROM ${pg.escapeIdentifier(name)}`,
  );
  for (;;) {
    const { rows } = await client.query<{ line: string }>(`FETCH ${AT_ONCE} FROM dump`);
    if (rows.length === 0) break;
    yield rows.map(({ line }) => line);
  }
  await client.query('CLOSE dump');
}
