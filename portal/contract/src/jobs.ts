import * as z from 'zod';
import { jobNames, jobStatuses } from './enums.ts';
import { count, listQuery, search, timestamp } from './common.ts';

/** A background job: waiting, failed and to be retried, or a message that was given up. */
export const job = z.strictObject({
  /** Its name and its subject's ID, such as `SEND_SMS:12`. */
  id: z.string(),
  name: z.enum(jobNames),
  status: z.enum(jobStatuses),
  /** The machine, payment or day; null if the job concerns the whole account. */
  subject: z.string().nullable(),
  /** Null if the job concerns no user. */
  user: z.string().nullable(),
  attempts: count,
  /** Null if the job was given up. */
  nextAttemptAt: timestamp.nullable(),
  /** The server's message for the last attempt; null if it did not fail. */
  lastError: z.string().nullable(),
});

export const jobQuery = listQuery(['nextAttemptAt', 'attempts'], {
  search,
  name: z.enum(jobNames).optional(),
  status: z.enum(jobStatuses).optional(),
});
export const jobParams = z.strictObject({ id: z.string().regex(/^[A-Z_]+:[\w-]{1,80}$/) });

export type Job = z.infer<typeof job>;
