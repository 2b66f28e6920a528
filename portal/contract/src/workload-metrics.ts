/** Usage of a machine over time, from the platform's metrics source. Advisory: billing does not use it. */
import * as z from 'zod';
import { timestamp } from './common.ts';
import * as enums from './enums.ts';

export const workloadMetricsQuery = z.strictObject({
  range: z.enum(enums.metricRanges).default('1h'),
  /** End of the range; now if absent. */
  until: timestamp.optional(),
});

const metricGraph = z.strictObject({
  metric: z.enum(enums.workloadMetricNames),
  /** Unit of the values and the limit. */
  unit: z.enum(enums.metricUnits),
  /** Upper limit of the values, such as the machine's memory; null if there is none or it is unknown. */
  limit: z.number().nullable(),
  series: z.array(
    z.strictObject({
      of: z.enum(enums.metricSeries),
      /** Index of the GPU in the guest, from 0; null for the whole machine. */
      gpu: z.int().min(0).nullable(),
      /** One per step, oldest first; null if nothing was measured. */
      values: z.array(z.number().nullable()),
    }),
  ),
});

const gpuError = z.strictObject({
  kind: z.enum(enums.gpuErrorKinds),
  gpu: z.int().min(0),
  /** Number of the Xid, or errors that the driver has counted since it was loaded. */
  value: z.int().min(1),
  /** When it was last reported, to the precision of a step. */
  at: timestamp,
});

/** Why no metrics can be shown. */
export const missingMetrics = z.strictObject({
  available: z.literal(false),
  reason: z.enum(enums.metricsGaps),
});

export const measuredMetrics = z.strictObject({
  available: z.literal(true),
  /** Time of each series' first value. */
  start: timestamp,
  stepSeconds: z.int().min(1),
  /** One per metric that such a machine can have; without series if nothing was measured. */
  graphs: z.array(metricGraph),
  /** Errors that the guest's drivers reported within the range: the last of each kind per GPU. */
  gpuErrors: z.array(gpuError),
});

export const workloadMetrics = z.discriminatedUnion('available', [missingMetrics, measuredMetrics]);

export type GpuError = z.infer<typeof gpuError>;
export type MetricGraph = z.infer<typeof metricGraph>;
export type MeasuredMetrics = z.infer<typeof measuredMetrics>;
export type WorkloadMetrics = z.infer<typeof workloadMetrics>;
