/** The points in time of a graph. Pure. */
import { DAY_MS } from '@gpulease/contract/durations';

/** Returns the RFC 3339 times of the longest line's points. */
export function pointsOf(
  { start, stepSeconds }: { readonly start: string; readonly stepSeconds: number },
  lines: readonly { readonly values: readonly unknown[] }[],
): string[] {
  const count = Math.max(0, ...lines.map(({ values }) => values.length));
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.parse(start) + index * stepSeconds * 1_000).toISOString(),
  );
}

/** Whether the times span a day or more, so that the time of day alone would be ambiguous. */
export function spanDays(times: readonly string[]): boolean {
  return Date.parse(times.at(-1) ?? '') - Date.parse(times[0] ?? '') >= DAY_MS;
}

/** The number of last points that may still lack values, because a query can precede the scrape. */
const LATE_POINTS = 3;

/** Returns the current value; null if there is no recent one. */
export function latestOf(values: readonly (number | null)[]): number | null {
  return values.slice(-LATE_POINTS).findLast((value) => value !== null) ?? null;
}

/** Returns the points without a neighbour, which a line does not show. */
export function isolatedPoints(values: readonly (number | null)[]): { x: number; y: number }[] {
  const isGap = (at: number) => (values[at] ?? null) === null;
  return values.flatMap((y, x) => (y !== null && isGap(x - 1) && isGap(x + 1) ? [{ x, y }] : []));
}
