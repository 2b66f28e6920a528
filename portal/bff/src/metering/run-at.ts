import { sql, type RawBuilder } from 'kysely';

/** Returns SQL for whether the run `s` of `usage_segment` was running at that time. */
export function wentOnAt(at: RawBuilder<Date>): RawBuilder<boolean> {
  return sql`(s.started_at <= ${at} AND (s.stopped_at IS NULL OR s.stopped_at > ${at}))`;
}
