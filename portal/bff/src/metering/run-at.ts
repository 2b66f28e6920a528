import { sql, type RawBuilder } from 'kysely';

/** Whether the run `s` of `usage_segment` went on at that time, in SQL. */
export function wentOnAt(at: RawBuilder<Date>): RawBuilder<boolean> {
  return sql`(s.started_at <= ${at} AND (s.stopped_at IS NULL OR s.stopped_at > ${at}))`;
}
