/** Zoom spans of graphs. Pure. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@gpulease/contract/durations';
import { metricRanges, type MetricRange } from '@gpulease/contract/enums';

/** Milliseconds since 1970. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** About twenty points at the finest step. */
export const SHORTEST_MS = 10 * MINUTE_MS;

const lengths: Readonly<Record<MetricRange, number>> = {
  '1h': HOUR_MS,
  '24h': DAY_MS,
  '7d': 7 * DAY_MS,
  '30d': 30 * DAY_MS,
};

/** Returns the span between two RFC 3339 times. */
export function spanOf(first: string | undefined, last: string | undefined): Span {
  return { from: Date.parse(first ?? ''), to: Date.parse(last ?? '') };
}

/** Widens a span around its middle to the minimum length, within the whole. */
export function selected({ from, to }: Span, whole: Span): Span {
  const middle = (from + to) / 2;
  const half = Math.max(to - from, SHORTEST_MS) / 2;
  return clamped({ from: middle - half, to: middle + half }, whole);
}

/** Returns the middle half of a span. */
export function closer({ from, to }: Span, whole: Span): Span {
  const quarter = (to - from) / 4;
  return selected({ from: from + quarter, to: to - quarter }, whole);
}

/** Moves a span by half its length, within the whole. */
export function moved({ from, to }: Span, whole: Span, direction: -1 | 1): Span {
  const by = (direction * (to - from)) / 2;
  return clamped({ from: from + by, to: to + by }, whole);
}

function clamped({ from, to }: Span, whole: Span): Span {
  const length = Math.min(to - from, whole.to - whole.from);
  const start = Math.min(Math.max(from, whole.from), whole.to - length);
  return { from: start, to: start + length };
}

/** Returns the server's query for a span: the shortest range that covers it, which has the finest steps. */
export function askedFor(range: MetricRange, span: Span | undefined): { range: MetricRange; until?: string } {
  if (span === undefined) return { range };
  const length = span.to - span.from;
  const shortest = metricRanges.find((name) => lengths[name] >= length) ?? range;
  return { range: shortest, until: new Date(span.to).toISOString() };
}

/** Returns the part of a graph within a span; the whole graph if the span has fewer than two points. */
export function partOf<Of extends { readonly values: readonly unknown[] }>(
  times: readonly string[],
  lines: readonly Of[],
  span: Span | undefined,
) {
  const isWithin = (time: string) => {
    const at = Date.parse(time);
    return span === undefined || (at >= span.from && at <= span.to);
  };
  const [first, last] = [times.findIndex(isWithin), times.findLastIndex(isWithin)];
  if (last - first < 1) return { times, lines };
  return {
    times: times.slice(first, last + 1),
    lines: lines.map((line) => ({ ...line, values: line.values.slice(first, last + 1) })),
  };
}
