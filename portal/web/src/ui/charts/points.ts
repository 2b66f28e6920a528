/** The points in time of a graph. Pure. */
import { DAY_MS } from '@gpulease/contract/durations';

/** As many as the longest line has, RFC 3339. */
export function pointsOf(
  { start, stepSeconds }: { readonly start: string; readonly stepSeconds: number },
  lines: readonly { readonly values: readonly unknown[] }[],
): string[] {
  const count = Math.max(0, ...lines.map(({ values }) => values.length));
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.parse(start) + index * stepSeconds * 1_000).toISOString(),
  );
}

/** Their times of day alone would be ambiguous. */
export function spanDays(times: readonly string[]): boolean {
  return Date.parse(times.at(-1) ?? '') - Date.parse(times[0] ?? '') >= DAY_MS;
}

/** Points that may lack their value yet, as a source is asked before all is scraped. */
const LATE_POINTS = 3;

/** What is measured now; null for what has not been measured of late. */
export function latestOf(values: readonly (number | null)[]): number | null {
  return values.slice(-LATE_POINTS).findLast((value) => value !== null) ?? null;
}

/** The points without a neighbour, which a line does not show. */
export function lonelyPoints(values: readonly (number | null)[]): { x: number; y: number }[] {
  const isGap = (at: number) => (values[at] ?? null) === null;
  return values.flatMap((y, x) => (y !== null && isGap(x - 1) && isGap(x + 1) ? [{ x, y }] : []));
}
