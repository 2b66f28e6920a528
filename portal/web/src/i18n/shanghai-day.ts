const SHANGHAI_OFFSET_MS = 8 * 3_600_000;
const DAY_MS = 86_400_000;

/** Whether this browser is in the time zone Asia/Shanghai, which has no summer time. */
export function isShanghaiTime(now = new Date()): boolean {
  return now.getTimezoneOffset() * 60_000 === -SHANGHAI_OFFSET_MS;
}

/** The day in Asia/Shanghai, the zone of bills, some days after an instant: `2026-03-01`. */
export function shanghaiDay(instant: Date, daysAfter = 0): string {
  return new Date(instant.getTime() + SHANGHAI_OFFSET_MS + daysAfter * DAY_MS).toISOString().slice(0, 10);
}
