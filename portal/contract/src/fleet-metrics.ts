/** GPU usage of all machines, from the platform's metrics source. Advisory: billing does not use it. */
import * as z from 'zod';
import { count, timestamp, yuan } from './common.ts';
import { fleetSeries, metricRanges, usageRanks } from './enums.ts';
import { reference } from './validation.ts';
import { percent, workloadGauge } from './workload-gauges.ts';
import { missingMetrics } from './workload-metrics.ts';
import { workload } from './workloads.ts';

export const fleetMetricsQuery = z.strictObject({
  range: z.enum(metricRanges).default('7d'),
  /** End of the range; now if absent. */
  until: timestamp.optional(),
  /** Filters; all if absent. */
  region: reference.optional(),
  gpu: reference.optional(),
  node: reference.optional(),
});

const measuredFleet = z.strictObject({
  available: z.literal(true),
  /** Time of each series' first value. */
  start: timestamp,
  stepSeconds: z.int().min(1),
  /** Numbers of GPUs, one series per kind; a node has none of the kinds known only per region. */
  series: z.array(
    z.strictObject({
      of: z.enum(fleetSeries),
      /** One per step, oldest first; null if unknown. */
      values: z.array(z.number().nullable()),
    }),
  ),
});

export const fleetMetrics = z.discriminatedUnion('available', [missingMetrics, measuredFleet]);

export type MeasuredFleet = z.infer<typeof measuredFleet>;
export type FleetMetrics = z.infer<typeof fleetMetrics>;

export const fleetRankingQuery = z.strictObject({
  rank: z.enum(usageRanks).default('LEAST_USED'),
  ...fleetMetricsQuery.pick({ region: true, gpu: true }).shape,
});

const rankedMachine = z.strictObject({
  workload,
  /** Average over its measured GPUs and the last hour, in percent. */
  gpuUse: percent,
  idle: workloadGauge.shape.idle,
});

export const fleetRanking = z.discriminatedUnion('available', [
  missingMetrics,
  z.strictObject({
    available: z.literal(true),
    /** Running machines with measured GPUs, ten at most. */
    machines: z.array(rankedMachine),
  }),
]);

export const fleetIdleQuery = fleetMetricsQuery.pick({ region: true, gpu: true });

export const fleetIdle = z.discriminatedUnion('available', [
  missingMetrics,
  z.strictObject({
    available: z.literal(true),
    /** Running machines that used their measured GPUs for less than 5 % on average in the last hour. */
    machines: count,
    /** How many of them, those with the most GPUs, have a known cost. */
    counted: count,
    /** Their cost while idle in the last 24 hours, without reserved terms, which are prepaid. */
    spent: yuan,
  }),
]);

export type FleetIdle = z.infer<typeof fleetIdle>;
export type RankedMachine = z.infer<typeof rankedMachine>;
export type FleetRanking = z.infer<typeof fleetRanking>;
