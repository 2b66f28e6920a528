/** The points in time of a graph. Pure. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@gpulease/contract/durations';
import { metricRanges, type MetricRange } from '@gpulease/contract/enums';

interface Grid {
  readonly spanMs: number;
  /** Between two points; a range has at most 168 of them. */
  readonly stepMs: number;
  /** The period that a point averages over: at one measurement a minute it has two, which a rate needs. */
  readonly overMs: number;
}

const grids: Readonly<Record<MetricRange, Grid>> = {
  '1h': { spanMs: HOUR_MS, stepMs: MINUTE_MS / 2, overMs: 2 * MINUTE_MS },
  '24h': { spanMs: DAY_MS, stepMs: 10 * MINUTE_MS, overMs: 10 * MINUTE_MS },
  '7d': { spanMs: 7 * DAY_MS, stepMs: HOUR_MS, overMs: HOUR_MS },
  '30d': { spanMs: 30 * DAY_MS, stepMs: 6 * HOUR_MS, overMs: 6 * HOUR_MS },
};

/** VictoriaMetrics holds back data of the last half minute. */
const LATE_MS = MINUTE_MS;

/** For what has no known beginning. */
export const EPOCH = new Date(0);

export interface MetricsWindow {
  readonly startMs: number;
  readonly stepMs: number;
  readonly overMs: number;
  /** Number of points; 0 for a machine that is younger than one step. */
  readonly points: number;
}

/** Returns the points as the contract describes them. */
export function stepsOf({ startMs, stepMs }: MetricsWindow) {
  return { start: new Date(startMs).toISOString(), stepSeconds: stepMs / 1_000 };
}

/** How far back a range goes, and its end; by default now. */
export interface RequestedRange {
  readonly range: MetricRange;
  /** RFC 3339. */
  readonly until?: string | undefined;
}

/**
 * Returns the points of a range, at multiples of its step so that all viewers query the same, from the machine's creation
 * until now at most. A young machine gets the finer steps of the shortest range that covers its age.
 */
export function windowOf({ range, until }: RequestedRange, createdAt: Date, now: Date): MetricsWindow {
  const created = createdAt.getTime();
  const end = Math.min(now.getTime(), until === undefined ? Infinity : Date.parse(until));
  const { spanMs, stepMs, overMs } = gridFor(range, end - created);
  const last = lastStep(end, stepMs);
  const startMs = Math.max(last - spanMs + stepMs, Math.ceil(created / stepMs) * stepMs);
  return { startMs, stepMs, overMs, points: Math.max(0, (last - startMs) / stepMs + 1) };
}

/** Returns a window with a single point, which all queries within a step share. */
export function lastMoment({ stepMs, overMs }: Pick<Grid, 'stepMs' | 'overMs'>, now: Date): MetricsWindow {
  return { startMs: lastStep(now.getTime() - LATE_MS, stepMs), stepMs, overMs, points: 1 };
}

/** Returns the last multiple of a step. */
export function lastStep(nowMs: number, stepMs: number): number {
  return Math.floor(nowMs / stepMs) * stepMs;
}

function gridFor(range: MetricRange, ageMs: number): Grid {
  const asked = metricRanges.slice(0, metricRanges.indexOf(range) + 1).map((name) => grids[name]);
  return asked.find(({ spanMs }) => spanMs >= ageMs) ?? grids[range];
}
