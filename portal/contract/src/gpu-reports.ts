/** What customers report of GPUs that do not work, and what operators answer. */
import * as z from 'zod';
import { listQuery, search, timestamp, yuan } from './common.ts';
import { gpuCheckResults, gpuFaults, gpuReportAnswers, gpuReportStatuses } from './enums.ts';
import { reason, reference, trimmed } from './validation.ts';

export const gpuReportCreation = z.strictObject({
  fault: z.enum(gpuFaults),
  /** What is seen, in the customer's words. */
  details: trimmed(1_000).nullable().default(null),
});

export const gpuReport = z.strictObject({
  id: z.string(),
  /** Of the machine. */
  name: z.string(),
  fault: z.enum(gpuFaults),
  details: z.string().nullable(),
  status: z.enum(gpuReportStatuses),
  /** An operator's words; null while there are none, and where a check has confirmed the report. */
  answer: z.string().nullable(),
  /**
   * What the first check of the machine's GPUs after the report has found: that one failed, which confirms an open report, or that
   * all passed. Null where there was none before the answer.
   */
  check: z.strictObject({ result: z.enum(gpuCheckResults), at: timestamp }).nullable(),
  /** What the time from the report until its confirmation cost, which is given back; null where nothing is. */
  credit: yuan.nullable(),
  /** When it was; null while a second operator has to approve it. */
  creditedAt: timestamp.nullable(),
  createdAt: timestamp,
  answeredAt: timestamp.nullable(),
});
export const gpuReportQuery = listQuery(['createdAt'], {
  name: reference.optional(),
  status: z.enum(gpuReportStatuses).optional(),
});

/** A report as operators see it. */
export const customerGpuReport = z.strictObject({
  ...gpuReport.shape,
  user: z.string(),
  /** Where the machine ran when it was reported. */
  region: z.string(),
  node: z.string(),
  /** The model. */
  gpu: z.string(),
  /** Null also where a check has confirmed the report. */
  answeredBy: z.string().nullable(),
  /** The GPU that failed the check, as the node's devices are named; null where none did. */
  failedDevice: z.string().nullable(),
});
export const customerGpuReportQuery = listQuery(['createdAt'], {
  search,
  node: reference.optional(),
  status: z.enum(gpuReportStatuses).optional(),
});
export const gpuReportParams = z.strictObject({ id: z.string().regex(/^\d{1,18}$/) });
/** The reason is what the customer reads. */
export const gpuReportAnswering = z.strictObject({
  status: z.enum(gpuReportAnswers),
  reason,
  /** Whether the first answer, if it says that the GPU was broken, gives the customer credit. Without effect where the platform gives none. */
  credit: z.boolean().default(true),
});

/** What an answer now would give the customer; null where the platform gives no credit for reports. */
export const gpuReportCredit = z.strictObject({ amount: yuan.nullable() });

export type GpuReport = z.infer<typeof gpuReport>;
export type CustomerGpuReport = z.infer<typeof customerGpuReport>;
