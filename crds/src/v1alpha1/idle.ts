/** When a machine counts as idle: a part of a Workload's spec, and of its status for what is counted. */
import * as z from 'zod';

export const idle = z.object({
  gpuPercent: z
    .int32()
    .min(1)
    .max(50)
    .describe('The machine is idle while each of its GPUs is used by less than this, in per cent.'),
  minutes: z
    .int32()
    .min(15)
    .max(1440)
    .describe('For how many minutes without a break it has to be idle, from a quarter of an hour to a day.'),
});

export type IdleRule = z.infer<typeof idle>;
