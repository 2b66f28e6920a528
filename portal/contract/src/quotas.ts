/** Quotas and usage of a customer by kind. Disk space is in GiB; starts are those of the last hour. */
import * as z from 'zod';
import { optional, size } from './catalogue-editing.ts';
import { managedBy } from './catalogue.ts';
import { etag } from './common.ts';
import { quotaKinds } from './enums.ts';
import { wholeNumber } from './validation.ts';

const amount = z.number().min(0);
/** null if there is no limit. */
const limit = amount.nullable();

export const quota = z.strictObject({ of: z.enum(quotaKinds), used: amount, limit });
/** One per kind. */
export const quotas = z.strictObject({ items: z.array(quota) });

export const userQuotas = z.strictObject({
  /** `0` for a user who has never ordered and has the platform's default limits until they are set. */
  etag,
  managedBy,
  /** `platformDefault` applies to new users; null means no limit. */
  items: z.array(quota.extend({ platformDefault: limit })),
});

const count = optional(wholeNumber(0, 1_000_000));

/** All limits of a user; null removes one or, for `ports` and `startsPerHour`, restores the platform's default. */
export const quotaChange = z.strictObject({
  workloads: count,
  gpus: count,
  storage: optional(size(1)),
  ports: count,
  startsPerHour: count,
});

export type Quota = z.infer<typeof quota>;
export type UserQuotas = z.infer<typeof userQuotas>;
export type QuotaChange = z.infer<typeof quotaChange>;
