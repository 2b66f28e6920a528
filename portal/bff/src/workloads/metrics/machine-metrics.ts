/** What machines used, queried once for all viewers, and never awaited for longer than a page may take. */
import type { GpuErrorKind } from '@gpulease/contract/enums';
import { queryGraphs } from './query-graphs.ts';
import { gpuErrorsOf } from './gpu-errors.ts';
import { errorQueries, questionsOf, type MeasuredMachine } from './queries.ts';
import { sharedReader } from './shared-reader.ts';
import { queryAll, type MetricsOptions, type MetricsSource } from './source.ts';
import type { MetricsWindow } from './window.ts';

/** Up to 120 kB each. */
const MOST_KEPT = 200;

export type MachineMetrics = ReturnType<typeof createMachineMetrics>;

export function createMachineMetrics({ source, ...options }: MetricsOptions) {
  const read = sharedReader(options, MOST_KEPT, async (machine: MeasuredMachine, window) => {
    const [graphs, gpuErrors] = await Promise.all([
      queryGraphs(source, questionsOf(machine, window.overMs), window),
      queryErrors(source, machine, window),
    ]);
    return { ...graphs, gpuErrors };
  });
  return { read };
}

async function queryErrors(source: MetricsSource, machine: MeasuredMachine, window: MetricsWindow) {
  if (machine.gpus === 0) return [];
  const queries = Object.entries(errorQueries(machine, window.overMs)) as [GpuErrorKind, string][];
  const asked = queries.map(([, query]) => query);
  const answers = await queryAll(source, asked, window);
  return queries.flatMap(([kind], index) => gpuErrorsOf(kind, answers[index] ?? [], window));
}
