/** Which machines of the fleet use their GPUs least and most, and which not at all, queried once per step. */
import { HOUR_MS, MINUTE_MS } from '@gpulease/contract/durations';
import type { UsageRank } from '@gpulease/contract/enums';
import { idleQueries, rankingQuery, type FleetPart } from './fleet-queries.ts';
import { valueByName } from './matrix.ts';
import { sharedReader } from './shared-reader.ts';
import { queryAll, FLEET_PATIENCE_MS, type MetricsOptions } from './source.ts';
import { lastMoment, type MetricsWindow } from './window.ts';

const LAST_HOUR = { stepMs: 5 * MINUTE_MS, overMs: HOUR_MS };
const MOST_KEPT = 200;

export type FleetUse = ReturnType<typeof createFleetUse>;

export function createFleetUse({ source, ...options }: MetricsOptions) {
  const ask = (queries: readonly string[], window: MetricsWindow) =>
    queryAll(source, queries, { ...window, patienceMs: FLEET_PATIENCE_MS });
  const readRanked = sharedReader(options, MOST_KEPT, async (query: string, window) => {
    const [series = []] = await ask([query], window);
    /** Percent by VirtualMachine name, unordered. */
    return { available: true, uses: valueByName(series) } as const;
  });
  const readIdle = sharedReader(options, MOST_KEPT, async (part: FleetPart, window) => {
    const { count, some } = idleQueries(part);
    const [counted, series = []] = await ask([count, some], window);
    /** The VirtualMachines with the most GPUs. */
    const names = new Set(series.flatMap(({ name }) => name ?? []));
    return { available: true, count: counted?.[0]?.values[0] ?? 0, names } as const;
  });
  const lastHour = () => lastMoment(LAST_HOUR, options.clock.now());
  return {
    read: (part: FleetPart, rank: UsageRank) => readRanked(rankingQuery(part, rank), lastHour()),
    readIdle: (part: FleetPart) => readIdle(part, lastHour()),
  };
}
