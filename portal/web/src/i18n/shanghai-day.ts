import { DAY_MS, HOUR_MS, MINUTE_MS } from '@gpulease/contract/durations';

const SHANGHAI_OFFSET_MS = 8 * HOUR_MS;

/** Whether this browser uses the offset of Asia/Shanghai, which has no daylight saving time. */
export function isShanghaiTime(now = new Date()): boolean {
  return now.getTimezoneOffset() * MINUTE_MS === -SHANGHAI_OFFSET_MS;
}

/** Returns the day in Asia/Shanghai, the billing zone, `daysAfter` days after an instant: `2026-03-01`. */
export function shanghaiDay(instant: Date, daysAfter = 0): string {
  return new Date(instant.getTime() + SHANGHAI_OFFSET_MS + daysAfter * DAY_MS).toISOString().slice(0, 10);
}
