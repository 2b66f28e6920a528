/** Current GPU usage of the machines on one page, and how long they have been idle. Advisory: billing does not use it. */
import * as z from 'zod';
import { count, MAX_PAGE_SIZE } from './common.ts';
import { missingMetrics } from './workload-metrics.ts';

const uid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

export const workloadGaugesQuery = z.strictObject({
  uids: z
    .string()
    .regex(new RegExp(`^${uid}(?:,${uid}){0,${MAX_PAGE_SIZE - 1}}$`))
    .transform((text) => text.split(','))
    .meta({ description: `Comma-separated UIDs of at most ${MAX_PAGE_SIZE} machines.` }),
});

export const percent = z.number().min(0).max(100);

/** The gauge of a running machine. */
export const workloadGauge = z.strictObject({
  uid: z.string(),
  /** Average over its GPUs. */
  gpuUse: percent.nullable(),
  /** Share of the memory of all its GPUs. */
  gpuMemory: percent.nullable(),
  /** Null unless all its GPUs are measured and have been idle for half an hour. */
  idle: z
    .strictObject({
      /** Within the current run of the machine. */
      seconds: count,
      /** Whether it may have been idle even before the period that was read. */
      isLonger: z.boolean(),
    })
    .nullable(),
});

export const measuredGauges = z.strictObject({
  available: z.literal(true),
  /** Gauges of the machines that exist, run and have measured GPUs. */
  items: z.array(workloadGauge),
});

export const workloadGauges = z.discriminatedUnion('available', [missingMetrics, measuredGauges]);

export type WorkloadGauge = z.infer<typeof workloadGauge>;
export type WorkloadGauges = z.infer<typeof workloadGauges>;
