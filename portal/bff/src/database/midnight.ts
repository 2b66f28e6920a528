import { sql, type RawBuilder } from 'kysely';

/** Returns the start of a day in Asia/Shanghai. */
export function midnight(day: RawBuilder<unknown>): RawBuilder<Date> {
  return sql<Date>`((${day})::timestamp AT TIME ZONE 'Asia/Shanghai')`;
}
