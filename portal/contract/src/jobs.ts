import * as z from 'zod';
import { jobNames, jobStatuses } from './enums.ts';
import { count, listQuery, search, timestamp } from './common.ts';

/** Work that is done later: what waits, what failed and is tried again, and messages that were given up. */
export const job = z.strictObject({
  /** Its name and what it is about, such as `SEND_SMS:12`. */
  id: z.string(),
  name: z.enum(jobNames),
  status: z.enum(jobStatuses),
  /** The machine, the payment or the day; null where it is about all that the user has. */
  subject: z.string().nullable(),
  /** Null where it is about no user. */
  user: z.string().nullable(),
  /** Tries so far. */
  attempts: count,
  /** Null where it was given up. */
  nextAttemptAt: timestamp.nullable(),
  /** Why the newest try failed, as the server writes it; null where it did not. */
  lastError: z.string().nullable(),
});

export const jobQuery = listQuery(['nextAttemptAt', 'attempts'], {
  search,
  name: z.enum(jobNames).optional(),
  status: z.enum(jobStatuses).optional(),
});
export const jobParams = z.strictObject({ id: z.string().regex(/^[A-Z_]+:[\w-]{1,80}$/) });

export type Job = z.infer<typeof job>;
