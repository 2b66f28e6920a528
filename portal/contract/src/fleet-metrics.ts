/** What the GPUs of all machines did over time, as the platform's source of metrics has it. It advises people. */
import * as z from 'zod';
import { timestamp } from './common.ts';
import { fleetSeries, metricRanges } from './enums.ts';
import { reference } from './validation.ts';
import { missingMetrics } from './workload-metrics.ts';

export const fleetMetricsQuery = z.strictObject({
  range: z.enum(metricRanges).default('7d'),
  /** Of all where absent. */
  region: reference.optional(),
  gpu: reference.optional(),
  node: reference.optional(),
});

const measuredFleet = z.strictObject({
  available: z.literal(true),
  /** The time of each series' first value. */
  start: timestamp,
  stepSeconds: z.int().min(1),
  /** Numbers of GPUs; one of each kind, of a node without those that are only known of its region. */
  series: z.array(
    z.strictObject({
      of: z.enum(fleetSeries),
      /** One for each step, oldest first; null where it is not known. */
      values: z.array(z.number().nullable()),
    }),
  ),
});

export const fleetMetrics = z.discriminatedUnion('available', [missingMetrics, measuredFleet]);

export type MeasuredFleet = z.infer<typeof measuredFleet>;
export type FleetMetrics = z.infer<typeof fleetMetrics>;
