/** The scales and axes of a machine's graphs. Pure. */
import type { MetricUnit, WorkloadMetricName } from '@gpulease/contract/enums';
import type { MeasuredMetrics, MetricGraph } from '@gpulease/contract/workload-metrics';
import { axisTop } from '../../../ui/charts/axis-top.ts';
import { pointsOf } from '../../../ui/charts/points.ts';

/** How a graph formats its values: divided by `divisor` and followed by `suffix`. */
export interface Scale {
  readonly divisor: number;
  readonly suffix: string;
}

const suffixes: Readonly<Record<MetricUnit, string>> = {
  PERCENT: '%',
  CELSIUS: '\u00a0°C',
  WATTS: '\u00a0W',
  BYTES: 'B',
  BYTES_PER_SECOND: 'B/s',
  PER_SECOND: '/s',
  MEGAHERTZ: '\u00a0MHz',
  CORES: '',
};
const prefixes = ['', 'Ki', 'Mi', 'Gi', 'Ti'];
const KIBI = 1_024;

/** The scale in which the highest value of a graph is a short number. */
export function scaleOf(unit: MetricUnit, highest: number): Scale {
  const suffix = suffixes[unit];
  if (!suffix.startsWith('B')) return { divisor: 1, suffix };
  const power = highest < 1 ? 0 : Math.floor(Math.log2(highest) / Math.log2(KIBI));
  const index = Math.min(prefixes.length - 1, power);
  return { divisor: KIBI ** index, suffix: `\u00a0${prefixes[index]}${suffix}` };
}

export function highestOf({ limit, series }: MetricGraph): number {
  const values = series.flatMap((line) => line.values.map((value) => value ?? 0));
  return Math.max(0, limit ?? 0, ...values);
}

/** The end of the vertical axis in the scale's unit: the limit or, without one, the next round number. */
export function topOf(graph: MetricGraph, { divisor }: Scale): number {
  const highest = highestOf(graph) / divisor;
  return graph.limit === null ? axisTop([highest]) : highest;
}

export function timesOf(metrics: MeasuredMetrics): string[] {
  return pointsOf(
    metrics,
    metrics.graphs.flatMap(({ series }) => series),
  );
}

export function isMeasured({ series }: MetricGraph): boolean {
  return series.some(({ values }) => values.some((value) => value !== null));
}

/** Metrics that many exporters and guests do not report. Their graphs are hidden if they are empty. */
const rare: ReadonlySet<WorkloadMetricName> = new Set([
  'GPU_CLOCK',
  'GPU_MEMORY_CLOCK',
  'GPU_PCIE',
  'GPU_NVLINK',
  'DISK_OPERATIONS',
  'FILE_SYSTEM',
]);

export function isShown(graph: MetricGraph): boolean {
  return isMeasured(graph) || !rare.has(graph.metric);
}
