/** The gauges of many machines at once, asked of the source once a step for all who look. */
import { DAY_MS, MINUTE_MS } from '@gpulease/contract/durations';
import type { WorkloadGauges } from '@gpulease/contract/workload-gauges';
import { gaugeOf, gpuUseOf, idleOf, type GaugedMachine, type GpuUse, type UseInTime } from './gauges.ts';
import { gaugeQueries, highestUseQuery, type MeasuredMachine } from './queries.ts';
import type { MetricsOptions } from './source.ts';
import { keyOf, lastStep, StepCache, type ByMachine } from './step-cache.ts';
import type { MetricsWindow } from './window.ts';

/** How long the queries of a page may take together, waiting for their turn included. */
const PATIENCE_MS = 2_000;
const STEP_MS = MINUTE_MS / 2;
/** VictoriaMetrics keeps what it got within the last half minute back, and then the point before the last is the newest. */
const LATE_POINTS = 3;
const IDLE_STEP_MS = 5 * MINUTE_MS;
/** How far back is looked for the last use. */
const IDLE_SPAN_MS = DAY_MS;

export class MachineGauges {
  readonly #options: MetricsOptions;
  readonly #use: StepCache<GpuUse>;
  readonly #past: StepCache<UseInTime>;

  constructor(options: MetricsOptions) {
    this.#options = options;
    this.#use = new StepCache({ ...options, stepMs: STEP_MS, read: this.#readUse.bind(this) });
    this.#past = new StepCache({ ...options, stepMs: IDLE_STEP_MS, read: this.#readPast.bind(this) });
  }

  /** Never rejects: that the source fails is an answer, too. Where it does not know since when a machine is idle, the rest is shown. */
  async read(machines: readonly GaugedMachine[]): Promise<WorkloadGauges> {
    const unknown = () => undefined;
    const [use, past] = await Promise.all([
      this.#use.read(machines).catch(unknown),
      this.#past.read(machines).catch(unknown),
    ]);
    if (use === undefined) return { available: false, reason: 'UNREACHABLE' };
    const nowMs = this.#options.clock.now().getTime();
    const items = machines.flatMap((machine) => {
      const key = keyOf(machine);
      const now = use.get(key);
      return (now && gaugeOf(machine, now, idleOf(machine, past?.get(key), nowMs))) ?? [];
    });
    return { available: true, items };
  }

  async #readUse(machines: readonly MeasuredMachine[], nowMs: number): Promise<ByMachine<GpuUse>> {
    const { source } = this.#options;
    const [stepMs, points] = [STEP_MS, LATE_POINTS];
    const startMs = lastStep(nowMs, stepMs) - (points - 1) * stepMs;
    const window: MetricsWindow = { startMs, stepMs, overMs: 2 * MINUTE_MS, points };
    const queries = gaugeQueries(machines, window.overMs);
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const [use, usedMemory, freeMemory] = await Promise.all([
      source.ask(queries.use, window, signal),
      source.ask(queries.usedMemory, window, signal),
      source.ask(queries.freeMemory, window, signal),
    ]);
    return gpuUseOf(machines, { use, usedMemory, freeMemory });
  }

  async #readPast(machines: readonly MeasuredMachine[], nowMs: number): Promise<ByMachine<UseInTime>> {
    const stepMs = IDLE_STEP_MS;
    const startMs = lastStep(nowMs, stepMs) - IDLE_SPAN_MS + stepMs;
    const window: MetricsWindow = { startMs, stepMs, overMs: stepMs, points: IDLE_SPAN_MS / stepMs };
    const query = highestUseQuery(machines, stepMs);
    const series = await this.#options.source.ask(query, window, AbortSignal.timeout(PATIENCE_MS));
    return new Map(series.map((one) => [keyOf(one), { window, highest: one.values }]));
  }
}
