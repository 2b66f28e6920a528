/** The current use of a machine's GPUs, and how long they have been idle. Pure. */
import { MINUTE_MS } from '@gpulease/contract/durations';
import type { WorkloadGauge } from '@gpulease/contract/workload-gauges';
import { openRunOf } from '@gpulease/crds';
import type { Workload } from '@gpulease/crds';
import type { MatrixSeries } from './matrix.ts';
import { measuredMachine, type MeasuredMachine } from './queries.ts';
import { keyOf } from './step-cache.ts';
import type { MetricsWindow } from './window.ts';

/** A gauge by which lists can be sorted. */
export type GaugeField = 'gpuUse' | 'gpuMemory';

/** A machine during a run. */
export interface GaugedMachine extends MeasuredMachine {
  readonly uid: string;
  readonly startedMs: number;
}

/** Undefined for a machine that does not run or has no GPUs. */
export function gaugedMachine(workload: Workload): GaugedMachine | undefined {
  const machine = measuredMachine(workload);
  const run = openRunOf(workload.status?.runs);
  if (machine === undefined || machine.gpus === 0 || run === undefined) return undefined;
  return { ...machine, uid: workload.metadata.uid ?? '', startedMs: Date.parse(run.startedAt) };
}

/** The newest measurements of a machine's GPUs. */
export interface GpuUse {
  /** Percent, of each GPU that is measured. */
  readonly use: readonly number[];
  /** Percent of the memory of all GPUs; null if none is measured. */
  readonly memory: number | null;
}

/** Returns the use of the requested machines' own GPUs. */
export function gpuUsesOf(
  machines: readonly MeasuredMachine[],
  use: readonly MatrixSeries[],
): Map<string, GpuUse['use']> {
  const latest = latestByMachine(use);
  return new Map(machines.map((machine) => [keyOf(machine), latest(machine).map(asPercent)]));
}

/** Returns the memory use of the requested machines' own GPUs. */
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

/** A guest may report anything: values for GPUs that the machine lacks are ignored. */
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

/** Returns the mean of all measured GPUs; null if none is measured. */
export function meanOf(use: GpuUse['use']): number | null {
  return use.length === 0 ? null : sum(use) / use.length;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** How busy a machine was at each point of a window. */
export interface UseInTime {
  readonly window: MetricsWindow;
  /** Percent of the most used GPU; null if none was measured. */
  readonly highest: readonly (number | null)[];
}

/** A machine is idle while the use of each of its GPUs is lower. */
const BUSY_PERCENT = 5;

/** Undefined if nothing is measured. */
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

/** Returns how long a machine has been idle up to now, without a point to the contrary and within this run; or null. */
export function idleOf(
  { startedMs }: Pick<GaugedMachine, 'startedMs'>,
  time: UseInTime | undefined,
  nowMs: number,
): WorkloadGauge['idle'] {
  if (time === undefined) return null;
  const { highest, window } = time;
  const firstIdle = highest.findLastIndex((percent) => percent === null || percent >= BUSY_PERCENT) + 1;
  if (firstIdle === highest.length) return null;
  // A point covers the time before it.
  const sinceMs = window.startMs + firstIdle * window.stepMs - window.overMs;
  const idleMs = nowMs - Math.max(sinceMs, startedMs);
  if (idleMs < LEAST_IDLE_MS) return null;
  return { seconds: Math.floor(idleMs / 1_000), isLonger: firstIdle === 0 && sinceMs > startedMs };
}
