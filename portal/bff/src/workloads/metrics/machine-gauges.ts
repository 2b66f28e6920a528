/** The gauges of many machines, queried once per step for all viewers. */
import { DAY_MS, MINUTE_MS } from '@gpulease/contract/durations';
import type { WorkloadGauges } from '@gpulease/contract/workload-gauges';
import { gaugeOf, idleOf, meanOf, memoriesOf, gpuUsesOf } from './gauges.ts';
import type { GaugedMachine, GaugeField, GpuUse, UseInTime } from './gauges.ts';
import { gaugeQueries, highestUseQuery, type MeasuredMachine } from './queries.ts';
import { MOST_BYTES, type MetricsOptions } from './source.ts';
import type { MatrixSeries } from './matrix.ts';
import { keyOf, StepCache, type ByMachine } from './step-cache.ts';
import { lastStep, type MetricsWindow } from './window.ts';

/** How long the queries of a page may take in total, including the wait for their turn. */
const PATIENCE_MS = 2_000;
const STEP_MS = MINUTE_MS / 2;
/** VictoriaMetrics holds back data of the last half minute; the newest point is then the one before the last. */
const LATE_POINTS = 3;
const IDLE_STEP_MS = 5 * MINUTE_MS;
/** How far back the last use is searched for. */
const IDLE_SPAN_MS = DAY_MS;

/** Size of the newest points of a GPU, with the longest names. */
const BYTES_OF_GPU = 500;

export class MachineGauges {
  readonly #options: MetricsOptions;
  readonly #use: StepCache<GpuUse['use']>;
  readonly #memory: StepCache<GpuUse['memory']>;
  readonly #past: StepCache<UseInTime>;

  constructor(options: MetricsOptions) {
    this.#options = options;
    const now = { ...options, stepMs: STEP_MS, byNamespace: true };
    this.#use = new StepCache({ ...now, read: this.#readUse.bind(this) });
    this.#memory = new StepCache({ ...now, read: this.#readMemory.bind(this) });
    this.#past = new StepCache({ ...options, stepMs: IDLE_STEP_MS, read: this.#readPast.bind(this) });
  }

  /** Never rejects: a failing source is an answer, too. If only the idle times are unknown, the rest is shown. */
  async read(machines: readonly GaugedMachine[]): Promise<WorkloadGauges> {
    const known = <T>(cache: StepCache<T>) => cache.read(machines).catch(() => undefined);
    const [use, memory, past] = await Promise.all([known(this.#use), known(this.#memory), known(this.#past)]);
    if (use === undefined || memory === undefined) return { available: false, reason: 'UNREACHABLE' };
    const nowMs = this.#options.clock.now().getTime();
    const items = machines.flatMap((machine) => {
      const key = keyOf(machine);
      const now = { use: use.get(key) ?? [], memory: memory.get(key) ?? null };
      return gaugeOf(machine, now, idleOf(machine, past?.get(key), nowMs)) ?? [];
    });
    return { available: true, items };
  }

  /** Returns one gauge by machine uid, without querying others. Never rejects; undefined if the source fails. */
  async readOnly(
    field: GaugeField,
    machines: readonly GaugedMachine[],
  ): Promise<ReadonlyMap<string, number | null> | undefined> {
    const read =
      field === 'gpuUse'
        ? this.#use.read(machines).then((uses) => (key: string) => meanOf(uses.get(key) ?? []))
        : this.#memory.read(machines).then((memories) => (key: string) => memories.get(key) ?? null);
    const valueOf = await read.catch(() => undefined);
    return valueOf && new Map(machines.map((machine) => [machine.uid, valueOf(keyOf(machine))]));
  }

  async #readUse(machines: readonly MeasuredMachine[], nowMs: number): Promise<ByMachine<GpuUse['use']>> {
    const [use = []] = await this.#readNow(machines, nowMs, ({ use }) => [use]);
    return gpuUsesOf(machines, use);
  }

  async #readMemory(machines: readonly MeasuredMachine[], nowMs: number) {
    const both = await this.#readNow(machines, nowMs, (queries) => [queries.usedMemory, queries.freeMemory]);
    const [used = [], free = []] = both;
    return memoriesOf(machines, used, free);
  }

  #readNow(
    machines: readonly MeasuredMachine[],
    nowMs: number,
    pick: (queries: ReturnType<typeof gaugeQueries>) => readonly string[],
  ): Promise<MatrixSeries[][]> {
    const [stepMs, points] = [STEP_MS, LATE_POINTS];
    const startMs = lastStep(nowMs, stepMs) - (points - 1) * stepMs;
    const window: MetricsWindow = { startMs, stepMs, overMs: 2 * MINUTE_MS, points };
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const gpus = machines.reduce((sum, machine) => sum + machine.gpus, 0);
    const mostBytes = Math.max(MOST_BYTES, gpus * BYTES_OF_GPU);
    const queries = pick(gaugeQueries(machines, window.overMs));
    return Promise.all(queries.map((query) => this.#options.source.ask(query, window, signal, mostBytes)));
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
