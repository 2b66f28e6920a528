import { sql } from 'kysely';
import type { Database, Tables } from './schema.ts';

/** Removes rows that nobody needs any more. */
export type Removal = (database: Database, now: Date) => Promise<unknown>;

/** Removes the rows of a table whose time is past by more than `ageMs`. */
export function olderThan<Table extends keyof Tables>(
  table: Table,
  column: keyof Tables[Table] & string,
  ageMs = 0,
): Removal {
  return (database, now) => {
    const before = new Date(now.getTime() - ageMs);
    return sql`DELETE FROM ${sql.table(table)} WHERE ${sql.ref(column)} < ${before}`.execute(database);
  };
}
