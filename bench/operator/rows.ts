import { percentile, type ComparedRow, type Row } from '../report.ts';
import type { Result } from './measure.ts';
import type { Round, Rounds } from './size.ts';
import type { Settings } from './settings.ts';
import type { WriteRow } from './writers.ts';

/** A compared measure: its name, its value in a result, and its decimals. */
type Measure = readonly [name: string, read: (result: Result) => number, digits: number];

function measuresOf({ workloads, added, idleSeconds }: Settings): Measure[] {
  const perWorkload = (count: number): number => count / workloads;
  return [
    [`${workloads} at once: seconds until all run`, ({ burst }) => burst.untilAllRunSeconds, 1],
    ['  create to VirtualMachine, p50, ms', ({ burst }) => percentile(burst.toVirtualMachine, 50), 0],
    ['  create to VirtualMachine, p99, ms', ({ burst }) => percentile(burst.toVirtualMachine, 99), 0],
    ['  create to Running, p50, ms', ({ burst }) => percentile(burst.toRunning, 50), 0],
    ['  create to Running, p99, ms', ({ burst }) => percentile(burst.toRunning, 99), 0],
    ['  API writes per workload, Events apart', ({ burst }) => perWorkload(burst.writes.workloads), 2],
    ['  writes by everybody per workload', ({ burst }) => perWorkload(sumOf(burst.everybodysWrites)), 2],
    ['  further ones, refused in a race', ({ burst }) => perWorkload(burst.writes.refused), 2],
    ['  Events per workload', ({ burst }) => perWorkload(burst.writes.events), 2],
    ['  writes of catalogue statuses, in all', ({ burst }) => burst.writes.catalogue, 0],
    ['  CPU seconds', ({ burst }) => burst.cpuSeconds, 1],
    ['  CPU seconds of all others', ({ burst }) => burst.othersCpuSeconds, 1],
    ['  peak memory, MiB', ({ peakMemoryMiB }) => peakMemoryMiB.burst, 0],
    [
      `idle for ${idleSeconds} s: writes`,
      ({ idle: { writes } }) => writes.workloads + writes.catalogue + writes.events,
      0,
    ],
    ['  CPU seconds', ({ idle }) => idle.cpuSeconds, 2],
    ...(['few', 'many'] as const).flatMap((size): Measure[] => [
      [`${added} added in turn (${size}): existing`, (result) => result[size].existing, 0],
      ['  CPU ms for each', (result) => result[size].cpuMilliseconds, 1],
      ['  API calls for each', (result) => result[size].calls, 1],
      ['  writes of its own for each', (result) => result[size].writes.workloads / added, 1],
    ]),
    ['  CPU, many to few', ({ few, many }) => many.cpuMilliseconds / few.cpuMilliseconds, 2],
    ['peak memory with all, MiB', ({ peakMemoryMiB }) => peakMemoryMiB.all, 0],
  ];
}

function sumOf(rows: readonly WriteRow[]): number {
  return rows.reduce((sum, { count }) => sum + count, 0);
}

type RoundMeasure = readonly [name: string, read: (round: Round) => number, digits: number];

const roundMeasures: RoundMeasure[] = [
  ['start to first VirtualMachine, s', ({ firstDecisionSeconds }) => firstDecisionSeconds, 2],
  ['  CPU seconds until it has seen all', ({ settledCpuSeconds }) => settledCpuSeconds, 1],
  ['  peak memory, MiB', ({ peakMemoryMiB }) => peakMemoryMiB, 0],
  ['  one more: ms to VirtualMachine', ({ addedMilliseconds }) => addedMilliseconds, 0],
  ['  one more: CPU ms', ({ addedCpuMilliseconds }) => addedCpuMilliseconds, 1],
  ['  starts that lost the lead', ({ keptLead }) => (keptLead ? 0 : 1), 0],
];

/** Returns one row per measure and number of workloads, with the median of each subject's rounds. */
export function sizeRowsOf(bySize: Readonly<Record<number, Rounds>>): ComparedRow[] {
  return Object.entries(bySize).flatMap(([size, rounds]) =>
    roundMeasures.map(([name, read, digits]) => ({
      measure: name.startsWith(' ') ? name : `${size} workloads: ${name}`,
      digits,
      values: Object.fromEntries(
        Object.entries(rounds).map(([subject, all]) => [subject, median(all.map(read))]),
      ),
    })),
  );
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}

/** Returns the writes per workload by writer and kind, the most frequent first. */
export function writeRowsOf({ burst }: Result, { workloads }: Settings): Row[] {
  return burst.everybodysWrites.map(({ writer, write, count }) => [
    `${writer}: ${write}`,
    (count / workloads).toFixed(2),
  ]);
}

/** Returns one row per measure, with a value for each result. */
export function comparisonOf(results: Readonly<Record<string, Result>>, settings: Settings): ComparedRow[] {
  return measuresOf(settings).map(([measure, read, digits]) => ({
    measure,
    digits,
    values: Object.fromEntries(Object.entries(results).map(([name, result]) => [name, read(result)])),
  }));
}
