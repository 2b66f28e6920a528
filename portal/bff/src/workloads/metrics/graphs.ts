/** Builds the graphs of a machine from the source's answers. Pure. */
import { workloadMetricNames, type MetricUnit, type WorkloadMetricName } from '@gpulease/contract/enums';
import type { MetricGraph } from '@gpulease/contract/workload-metrics';
import type { MatrixSeries } from './matrix.ts';
import type { Question } from './queries.ts';

/** A query with its answer. */
export interface Answered extends Question {
  readonly series: readonly MatrixSeries[];
}

const units: Readonly<Record<WorkloadMetricName, MetricUnit>> = {
  GPU_UTILIZATION: 'PERCENT',
  GPU_MEMORY: 'BYTES',
  GPU_TEMPERATURE: 'CELSIUS',
  GPU_POWER: 'WATTS',
  GPU_CLOCK: 'MEGAHERTZ',
  GPU_MEMORY_CLOCK: 'MEGAHERTZ',
  GPU_PCIE: 'BYTES_PER_SECOND',
  GPU_NVLINK: 'BYTES_PER_SECOND',
  CPU: 'PERCENT',
  CPU_CORES: 'CORES',
  MEMORY: 'BYTES',
  NETWORK: 'BYTES_PER_SECOND',
  DISK: 'BYTES_PER_SECOND',
  DISK_OPERATIONS: 'PER_SECOND',
  FILE_SYSTEM: 'BYTES',
};
const FULL_PERCENT = 100;

/** Returns one graph for each queried metric. */
export function graphsOf(answers: readonly Answered[]): MetricGraph[] {
  return workloadMetricNames.flatMap((metric) => {
    const lines = answers.filter((answer) => answer.metric === metric);
    if (lines.length === 0) return [];
    const unit = units[metric];
    const limit = unit === 'PERCENT' ? FULL_PERCENT : limitOf(lines);
    return { metric, unit, limit, series: lines.flatMap(seriesOfLine) };
  });
}

function seriesOfLine({ of, factor, series }: Answered): MetricGraph['series'] {
  if (of === 'LIMIT') return [];
  return series.map(({ gpu, values }) => ({
    of,
    gpu: gpu ?? null,
    values: values.map((value) => (value === null ? null : value * factor)),
  }));
}

/** Returns the highest measured limit; null if there is none. */
function limitOf(lines: readonly Answered[]): number | null {
  const limits = lines.filter(({ of }) => of === 'LIMIT');
  const values = limits.flatMap(({ factor, series }) =>
    series.flatMap((one) => one.values.flatMap((value) => (value === null ? [] : value * factor))),
  );
  return values.length === 0 ? null : Math.max(...values);
}
