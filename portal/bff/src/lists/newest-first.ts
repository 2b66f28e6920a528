import { sql } from 'kysely';
import type { Sorting } from './sorting.ts';

/** Sorts a table's rows by `createdAt`, newest first, unless the query names one of `fields`. */
export function newestFirst(table: string, fields: Sorting['fields'] = {}, unique = 'id'): Sorting {
  const createdAt = sql.ref(`${table}.created_at`);
  return {
    defaultSort: '-createdAt',
    fields: { createdAt, ...fields },
    unique: [sql.ref(`${table}.${unique}`)],
  };
}
