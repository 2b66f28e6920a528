/** What a machine used over time, as the platform's source of metrics has it. It advises people; nobody is billed by it. */
import * as z from 'zod';
import { timestamp } from './common.ts';
import * as enums from './enums.ts';

export const workloadMetricsQuery = z.strictObject({
  range: z.enum(enums.metricRanges).default('1h'),
  /** Where the range ends; now where absent. */
  until: timestamp.optional(),
});

const metricGraph = z.strictObject({
  metric: z.enum(enums.workloadMetricNames),
  /** Of the values and the limit. */
  unit: z.enum(enums.metricUnits),
  /** The most that there is, such as the machine's memory; null where there is no such limit, or it is not known. */
  limit: z.number().nullable(),
  series: z.array(
    z.strictObject({
      of: z.enum(enums.metricSeries),
      /** Which GPU, as the guest numbers them from 0; null where it is the whole machine's. */
      gpu: z.int().min(0).nullable(),
      /** One for each step, oldest first; null where nothing was measured. */
      values: z.array(z.number().nullable()),
    }),
  ),
});

const gpuError = z.strictObject({
  kind: z.enum(enums.gpuErrorKinds),
  gpu: z.int().min(0),
  /** The number of the Xid, or how many errors the driver has counted since it was loaded. */
  value: z.int().min(1),
  /** When it was last reported, to a step. */
  at: timestamp,
});

/** Where nothing can be shown, and why. */
export const missingMetrics = z.strictObject({
  available: z.literal(false),
  reason: z.enum(enums.metricsGaps),
});

export const measuredMetrics = z.strictObject({
  available: z.literal(true),
  /** The time of each series' first value. */
  start: timestamp,
  stepSeconds: z.int().min(1),
  /** One for each metric that such a machine can have; without series where none was measured. */
  graphs: z.array(metricGraph),
  /** What the drivers in the guest reported within the range: of each GPU one of a kind, the last. */
  gpuErrors: z.array(gpuError),
});

export const workloadMetrics = z.discriminatedUnion('available', [missingMetrics, measuredMetrics]);

export type GpuError = z.infer<typeof gpuError>;
export type MetricGraph = z.infer<typeof metricGraph>;
export type MeasuredMetrics = z.infer<typeof measuredMetrics>;
export type WorkloadMetrics = z.infer<typeof workloadMetrics>;
