/** What the GPUs of the machines on one page do now, and since when they do nothing. It advises people; nobody is billed by it. */
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

/** Of a running machine. */
export const workloadGauge = z.strictObject({
  uid: z.string(),
  /** On average over its GPUs. */
  gpuUse: percent.nullable(),
  /** Of the memory of all its GPUs. */
  gpuMemory: percent.nullable(),
  /** Null unless all its GPUs are measured, and none has been used for half an hour. */
  idle: z
    .strictObject({
      /** In this run of the machine. */
      seconds: count,
      /** It was idle before already, further back than is looked. */
      isLonger: z.boolean(),
    })
    .nullable(),
});

export const measuredGauges = z.strictObject({
  available: z.literal(true),
  /** Of those machines that are there, run and have measured GPUs. */
  items: z.array(workloadGauge),
});

export const workloadGauges = z.discriminatedUnion('available', [missingMetrics, measuredGauges]);

export type WorkloadGauge = z.infer<typeof workloadGauge>;
export type WorkloadGauges = z.infer<typeof workloadGauges>;
