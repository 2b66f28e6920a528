/**
 * Searches lists by text in other tables, such as names of users or machines. A term with few matches is first resolved to
 * keys, so that each part of the search can use an index; a scan of the list soon finds a term with many matches.
 */
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../database/schema.ts';

/** Maximum number of keys to pass as a list. */
const FEW = 1_000;

/** Returns the condition that a column is one of the found keys. */
export type KeyCondition = (column: RawBuilder<unknown>) => RawBuilder<boolean>;

/** Looks up the keys that a query with the column `key` selects. */
export async function keyCondition(database: Database, keys: RawBuilder<unknown>): Promise<KeyCondition> {
  const { rows } = await sql<{ key: string }>`
    SELECT key FROM (${keys}) AS found LIMIT ${FEW + 1}`.execute(database);
  if (rows.length > FEW) return (column) => sql`${column} IN (${keys})`;
  return (column) => sql`${column} = ANY(${rows.map(({ key }) => key)})`;
}

/** Looks up the ids of users whose names contain the text. */
export function usersNamed(database: Database, text: string): Promise<KeyCondition> {
  return keyCondition(
    database,
    sql`SELECT id AS key FROM user_account WHERE username ILIKE ${containing(text)}`,
  );
}

/** Returns `%text%` for ILIKE, with the wildcards in the text escaped. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
