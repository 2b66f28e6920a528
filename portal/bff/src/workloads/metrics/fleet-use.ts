/** Which machines of the fleet use their GPUs least and most, and which not at all, by the source, which is asked once in a step. */
import { HOUR_MS, MINUTE_MS } from '@gpulease/contract/durations';
import type { UsageRank } from '@gpulease/contract/enums';
import { idleQueries, rankingQuery, type FleetPart } from './fleet-queries.ts';
import { valueByName } from './matrix.ts';
import { sharedReader } from './shared-reader.ts';
import { askAll, FLEET_PATIENCE_MS, type MetricsOptions, type MetricsSource } from './source.ts';
import { lastMoment, type MetricsWindow } from './window.ts';

interface RankedUse {
  readonly available: true;
  /** Percent by the names of VirtualMachines, in no order. */
  readonly uses: ReadonlyMap<string, number>;
}

interface IdleMachines {
  readonly available: true;
  readonly count: number;
  /** The VirtualMachines of those with the most GPUs. */
  readonly names: ReadonlySet<string>;
}

const LAST_HOUR = { stepMs: 5 * MINUTE_MS, overMs: HOUR_MS };
const MOST_KEPT = 200;

export type FleetUse = ReturnType<typeof createFleetUse>;

export function createFleetUse({ source, ...options }: MetricsOptions) {
  const readRanked = sharedReader(options, MOST_KEPT, (query: string, window) =>
    askRanked(source, query, window),
  );
  const readIdle = sharedReader(options, MOST_KEPT, (part: FleetPart, window) =>
    askIdle(source, part, window),
  );
  const lastHour = () => lastMoment(LAST_HOUR, options.clock.now());
  return {
    read: (part: FleetPart, rank: UsageRank) => readRanked(rankingQuery(part, rank), lastHour()),
    readIdle: (part: FleetPart) => readIdle(part, lastHour()),
  };
}

async function askIdle(source: MetricsSource, part: FleetPart, window: MetricsWindow): Promise<IdleMachines> {
  const { count, some } = idleQueries(part);
  const asked = { ...window, patienceMs: FLEET_PATIENCE_MS };
  const [counted, series = []] = await askAll(source, [count, some], asked);
  const names = new Set(series.flatMap(({ name }) => name ?? []));
  return { available: true, count: counted?.[0]?.values[0] ?? 0, names };
}

async function askRanked(source: MetricsSource, query: string, window: MetricsWindow): Promise<RankedUse> {
  const [series = []] = await askAll(source, [query], { ...window, patienceMs: FLEET_PATIENCE_MS });
  return { available: true, uses: valueByName(series) };
}
