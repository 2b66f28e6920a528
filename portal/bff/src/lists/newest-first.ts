import { sql } from 'kysely';
import type { Sorting } from './sorting.ts';

/** A table's rows by `createdAt`, the newest first, unless one of the other fields is asked for. */
export function newestFirst(table: string, fields: Sorting['fields'] = {}, unique = 'id'): Sorting {
  const createdAt = sql.ref(`${table}.created_at`);
  return {
    defaultSort: '-createdAt',
    fields: { createdAt, ...fields },
    unique: [sql.ref(`${table}.${unique}`)],
  };
}
