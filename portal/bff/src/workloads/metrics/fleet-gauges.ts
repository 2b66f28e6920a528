/** A gauge of every machine of the fleet, for lists of any number of customers that are sorted by it. */
import { MINUTE_MS } from '@gpulease/contract/durations';
import { AnswerCache } from './answer-cache.ts';
import type { GaugeField } from './gauges.ts';
import type { MetricsOptions } from './source.ts';
import { lastStep } from './step-cache.ts';
import type { MetricsWindow } from './window.ts';

interface GaugesByName {
  readonly available: true;
  /** Percent by the names of VirtualMachines. */
  readonly byName: ReadonlyMap<string, number>;
}

/** The list waits for it. */
const PATIENCE_MS = 2_000;
const STEP_MS = MINUTE_MS / 2;
/** VictoriaMetrics keeps back what it got within the last half minute. */
const LATE_MS = MINUTE_MS;
const OVER_MS = 2 * MINUTE_MS;
/** A number for each of twenty thousand machines, with the longest names. */
const MOST_BYTES = 4_000_000;
/** Two gauges, and their steps before. */
const MOST_KEPT = 4;

export class FleetGauges {
  readonly #options: MetricsOptions;
  readonly #answers: AnswerCache<GaugesByName>;

  constructor(options: MetricsOptions) {
    this.#options = options;
    this.#answers = new AnswerCache({ ...options, most: MOST_KEPT });
  }

  /** Asked once a step for all operators. Never rejects: that the source fails is an answer, too. */
  read(field: GaugeField) {
    const startMs = lastStep(this.#options.clock.now().getTime() - LATE_MS, STEP_MS);
    const window: MetricsWindow = { startMs, stepMs: STEP_MS, overMs: OVER_MS, points: 1 };
    return this.#answers.read({ field, startMs }, () => this.#ask(field, window));
  }

  async #ask(field: GaugeField, window: MetricsWindow): Promise<GaugesByName> {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const query = fleetGaugeQuery(field, window.overMs);
    const series = await this.#options.source.ask(query, window, signal, MOST_BYTES);
    const gauges = series.flatMap(({ name, values: [gauge] }): [string, number][] =>
      name === undefined || gauge == null ? [] : [[name, gauge]],
    );
    return { available: true, byName: new Map(gauges) };
  }
}

/**
 * The source adds up the GPUs of each machine. A guest may say anything, and a machine may report from two nodes while it
 * moves: means and shares stay what they are.
 */
export function fleetGaugeQuery(field: GaugeField, overMs: number): string {
  const each = (metric: string) => `avg_over_time(${metric}{name!=""}[${overMs / 1_000}s])`;
  if (field === 'gpuUse') return `avg by (name) (clamp(${each('DCGM_FI_DEV_GPU_UTIL')}, 0, 100) >= 0)`;
  const sum = (metric: string) => `sum by (name) (${each(metric)} >= 0)`;
  const used = sum('DCGM_FI_DEV_FB_USED');
  return `100 * ${used} / (${used} + ${sum('DCGM_FI_DEV_FB_FREE')})`;
}
