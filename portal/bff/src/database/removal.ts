import { sql } from 'kysely';
import type { Database, Tables } from './schema.ts';

/** Removes rows that are no longer needed. */
export type Removal = (database: Database, now: Date) => Promise<unknown>;

/** Returns a removal of the table's rows whose `column` is more than `ageMs` ago. */
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
