/**
 * Searching a list for what other tables know: names of users or machines. Keys that few have are looked up first, so that
 * each part of the search can use an index; a term that many have is soon met by walking through the list.
 */
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../database/schema.ts';

/** More keys than these are not named one by one. */
const FEW = 1_000;

/** The condition that a column is one of the keys that were found. */
export type Among = (column: RawBuilder<unknown>) => RawBuilder<boolean>;

/** Looks up the keys that a query of one column, `key`, finds. */
export async function among(database: Database, keys: RawBuilder<unknown>): Promise<Among> {
  const { rows } = await sql<{ key: string }>`
    SELECT key FROM (${keys}) AS found LIMIT ${FEW + 1}`.execute(database);
  if (rows.length > FEW) return (column) => sql`${column} IN (${keys})`;
  return (column) => sql`${column} = ANY(${rows.map(({ key }) => key)})`;
}

/** The ids of users whose name contains the text. */
export function usersNamed(database: Database, text: string): Promise<Among> {
  return among(database, sql`SELECT id AS key FROM user_account WHERE username ILIKE ${containing(text)}`);
}

/** `%text%` for ILIKE, the wildcards in the text taken literally. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
