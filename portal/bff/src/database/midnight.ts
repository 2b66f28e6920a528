import { sql, type RawBuilder } from 'kysely';

/** When a day of Asia/Shanghai begins. */
export function midnight(day: RawBuilder<unknown>): RawBuilder<Date> {
  return sql<Date>`((${day})::timestamp AT TIME ZONE 'Asia/Shanghai')`;
}
