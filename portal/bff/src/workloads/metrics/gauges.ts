/** What the GPUs of a machine do now, and for how long they have done nothing. Pure. */
import { MINUTE_MS } from '@gpulease/contract/durations';
import type { WorkloadGauge } from '@gpulease/contract/workload-gauges';
import { openRunOf } from '@gpulease/crds';
import type { Workload } from '@gpulease/crds';
import type { MatrixSeries } from './matrix.ts';
import { measuredMachine, type MeasuredMachine } from './queries.ts';
import { keyOf } from './step-cache.ts';
import type { MetricsWindow } from './window.ts';

/** A gauge that lists can be sorted by. */
export type GaugeField = 'gpuUse' | 'gpuMemory';

/** A machine in a run. */
export interface GaugedMachine extends MeasuredMachine {
  readonly uid: string;
  readonly startedMs: number;
}

/** undefined for a machine that does not run, and for one without GPUs. */
export function gaugedMachine(workload: Workload): GaugedMachine | undefined {
  const machine = measuredMachine(workload);
  const run = openRunOf(workload.status?.runs);
  if (machine === undefined || machine.gpus === 0 || run === undefined) return undefined;
  return { ...machine, uid: workload.metadata.uid ?? '', startedMs: Date.parse(run.startedAt) };
}

/** What was measured of the GPUs of a machine just now. */
export interface GpuUse {
  /** Percent, of each that is measured. */
  readonly use: readonly number[];
  /** Percent of the memory of all; null where none is measured. */
  readonly memory: number | null;
}

/** Of the machines that were asked for, and of the GPUs that they have. */
export function gpuUsesOf(
  machines: readonly MeasuredMachine[],
  use: readonly MatrixSeries[],
): Map<string, GpuUse['use']> {
  const latest = latestByMachine(use);
  return new Map(machines.map((machine) => [keyOf(machine), latest(machine).map(asPercent)]));
}

/** Of the same. */
export function memoriesOf(
  machines: readonly MeasuredMachine[],
  used: readonly MatrixSeries[],
  free: readonly MatrixSeries[],
): Map<string, GpuUse['memory']> {
  const [latestUsed, latestFree] = [latestByMachine(used), latestByMachine(free)];
  return new Map(
    machines.map((machine) => [keyOf(machine), share(sum(latestUsed(machine)), sum(latestFree(machine)))]),
  );
}

/** A guest may say anything: what it says of GPUs that the machine lacks is left out. */
function latestByMachine(series: readonly MatrixSeries[]): (machine: MeasuredMachine) => number[] {
  const byMachine = Map.groupBy(series, keyOf);
  return (machine) =>
    (byMachine.get(keyOf(machine)) ?? [])
      .filter(({ gpu }) => gpu !== undefined && gpu < machine.gpus)
      .flatMap(({ values }) => values.findLast((value) => value !== null) ?? []);
}

function share(used: number, free: number): number | null {
  const percent = (FULL_PERCENT * used) / (used + free);
  return Number.isNaN(percent) ? null : asPercent(percent);
}

const FULL_PERCENT = 100;

function asPercent(value: number): number {
  return Math.min(Math.max(value, 0), FULL_PERCENT);
}

/** Of all GPUs that are measured; null where none is. */
export function meanOf(use: GpuUse['use']): number | null {
  return use.length === 0 ? null : sum(use) / use.length;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** How busy a machine was at each point of a window. */
export interface UseInTime {
  readonly window: MetricsWindow;
  /** Percent of the GPU that was used most; null where none was measured. */
  readonly highest: readonly (number | null)[];
}

/** A machine is idle while none of its GPUs is used as much. */
const BUSY_PERCENT = 5;

/** undefined where nothing is measured. */
export function gaugeOf(
  { uid, gpus }: GaugedMachine,
  { use, memory }: GpuUse,
  idle: WorkloadGauge['idle'],
): WorkloadGauge | undefined {
  if (use.length === 0 && memory === null) return undefined;
  const isIdle = use.length === gpus && use.every((percent) => percent < BUSY_PERCENT);
  return { uid, gpuUse: meanOf(use), gpuMemory: memory, idle: isIdle ? idle : null };
}

const LEAST_IDLE_MS = 30 * MINUTE_MS;

/** How long a machine has been idle up to now without a point that says otherwise, or nothing; not before this run of it. */
export function idleOf(
  { startedMs }: Pick<GaugedMachine, 'startedMs'>,
  time: UseInTime | undefined,
  nowMs: number,
): WorkloadGauge['idle'] {
  if (time === undefined) return null;
  const { highest, window } = time;
  const firstIdle = highest.findLastIndex((percent) => percent === null || percent >= BUSY_PERCENT) + 1;
  if (firstIdle === highest.length) return null;
  // A point tells of the time before it.
  const sinceMs = window.startMs + firstIdle * window.stepMs - window.overMs;
  const idleMs = nowMs - Math.max(sinceMs, startedMs);
  if (idleMs < LEAST_IDLE_MS) return null;
  return { seconds: Math.floor(idleMs / 1_000), isLonger: firstIdle === 0 && sinceMs > startedMs };
}
