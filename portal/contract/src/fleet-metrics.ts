/** What the GPUs of all machines did, as the platform's source of metrics has it. It advises people. */
import * as z from 'zod';
import { count, timestamp, yuan } from './common.ts';
import { fleetSeries, metricRanges, usageRanks } from './enums.ts';
import { reference } from './validation.ts';
import { percent, workloadGauge } from './workload-gauges.ts';
import { missingMetrics } from './workload-metrics.ts';
import { workload } from './workloads.ts';

export const fleetMetricsQuery = z.strictObject({
  range: z.enum(metricRanges).default('7d'),
  /** Where the range ends; now where absent. */
  until: timestamp.optional(),
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

export const fleetRankingQuery = z.strictObject({
  rank: z.enum(usageRanks).default('LEAST_USED'),
  ...fleetMetricsQuery.pick({ region: true, gpu: true }).shape,
});

const rankedMachine = z.strictObject({
  workload,
  /** On average over its measured GPUs and the last hour. */
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
    /** Of how many of them, those with the most GPUs, the cost is known. */
    counted: count,
    /** What these have cost since they are idle, in the last 24 hours; reserved terms, which are paid, are left out. */
    spent: yuan,
  }),
]);

export type FleetIdle = z.infer<typeof fleetIdle>;
export type RankedMachine = z.infer<typeof rankedMachine>;
export type FleetRanking = z.infer<typeof fleetRanking>;
