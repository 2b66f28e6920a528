/** Customers' reports of broken GPUs, and operators' answers. */
import * as z from 'zod';
import { listQuery, search, timestamp, yuan } from './common.ts';
import { gpuCheckResults, gpuFaults, gpuReportAnswers, gpuReportStatuses } from './enums.ts';
import { reason, reference, trimmed } from './validation.ts';

export const gpuReportCreation = z.strictObject({
  fault: z.enum(gpuFaults),
  /** Symptoms, in the customer's words. */
  details: trimmed(1_000).nullable().default(null),
});

export const gpuReport = z.strictObject({
  id: z.string(),
  /** Name of the machine. */
  name: z.string(),
  fault: z.enum(gpuFaults),
  details: z.string().nullable(),
  status: z.enum(gpuReportStatuses),
  /** The operator's reply; null until there is one, and if a check confirmed the report. */
  answer: z.string().nullable(),
  /**
   * Result of the first check of the machine's GPUs after the report: either one failed, which confirms an open report, or all
   * passed. Null if there was no check before the answer.
   */
  check: z.strictObject({ result: z.enum(gpuCheckResults), at: timestamp }).nullable(),
  /** Refunded cost of the time from the report until its confirmation; null if nothing is refunded. */
  credit: yuan.nullable(),
  /** When it was credited; null while it awaits a second operator's approval. */
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
  /** Where the machine ran at the time of the report. */
  region: z.string(),
  node: z.string(),
  /** GPU model. */
  gpu: z.string(),
  /** Also null if a check confirmed the report. */
  answeredBy: z.string().nullable(),
  /** Device name of the GPU that failed the check; null if none did. */
  failedDevice: z.string().nullable(),
});
export const customerGpuReportQuery = listQuery(['createdAt'], {
  search,
  node: reference.optional(),
  status: z.enum(gpuReportStatuses).optional(),
});
export const gpuReportParams = z.strictObject({ id: z.string().regex(/^\d{1,18}$/) });
/** The customer reads the reason. */
export const gpuReportAnswering = z.strictObject({
  status: z.enum(gpuReportAnswers),
  reason,
  /** Whether a first answer that confirms the fault credits the customer. Has no effect if the platform gives no credit. */
  credit: z.boolean().default(true),
});

/** Credit that an answer now would give the customer; null if the platform gives none for reports. */
export const gpuReportCredit = z.strictObject({ amount: yuan.nullable() });

export type GpuReport = z.infer<typeof gpuReport>;
export type CustomerGpuReport = z.infer<typeof customerGpuReport>;
