/** A gauge of every machine of the fleet, for sorting lists that span customers. */
import { MINUTE_MS } from '@gpulease/contract/durations';
import type { GaugeField } from './gauges.ts';
import { valueByName } from './matrix.ts';
import { sharedReader } from './shared-reader.ts';
import type { MetricsOptions } from './source.ts';
import { lastMoment } from './window.ts';

/** A list waits no longer. */
const PATIENCE_MS = 2_000;
const STEPS = { stepMs: MINUTE_MS / 2, overMs: 2 * MINUTE_MS };
/** Enough for a number for each of twenty thousand machines with the longest names. */
const MOST_BYTES = 4_000_000;
/** Two gauges, each with its previous step. */
const MOST_KEPT = 4;

export type FleetGauges = ReturnType<typeof createFleetGauges>;

/** Queries the source once per step for all operators. */
export function createFleetGauges(options: MetricsOptions) {
  const read = sharedReader(options, MOST_KEPT, async (field: GaugeField, window) => {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const query = fleetGaugeQuery(field, window.overMs);
    const series = await options.source.ask(query, window, signal, MOST_BYTES);
    /** Percent by VirtualMachine name. */
    return { available: true, byName: valueByName(series) } as const;
  });
  return { read: (field: GaugeField) => read(field, lastMoment(STEPS, options.clock.now())) };
}

/** The source sums the GPUs of each machine. One that moves may report from two nodes; averages and shares stay correct. */
export function fleetGaugeQuery(field: GaugeField, overMs: number): string {
  const each = (metric: string) => `avg_over_time(${metric}{name!=""}[${overMs / 1_000}s])`;
  if (field === 'gpuUse') return `avg by (name) (clamp(${each('DCGM_FI_DEV_GPU_UTIL')}, 0, 100) >= 0)`;
  const sum = (metric: string) => `sum by (name) (${each(metric)} >= 0)`;
  const used = sum('DCGM_FI_DEV_FB_USED');
  return `100 * ${used} / (${used} + ${sum('DCGM_FI_DEV_FB_FREE')})`;
}
