/** Accounts as operators see and change them. */
import * as z from 'zod';
import { activityStatuses, roles } from './enums.ts';
import { count, listQuery, search, timestamp, yuan } from './common.ts';
import { email, phone, reason, reference, username } from './validation.ts';

export const user = z.strictObject({
  username: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  role: z.enum(roles),
  status: z.enum(activityStatuses),
  /** null for ADMIN, who has no wallet. */
  balance: yuan.nullable(),
  /** Part of the balance that is not held for orders. null for ADMIN. */
  available: yuan.nullable(),
  /** Debt for refunds beyond the balance; credits pay it first. null for ADMIN. */
  owed: yuan.nullable(),
  workloads: count,
  /** Whether sign-in also requires a code from an authenticator app. */
  secondFactor: z.boolean(),
  createdAt: timestamp,
  lastLoginAt: timestamp.nullable(),
});

export const userQuery = listQuery(['createdAt', 'username', 'lastLoginAt', 'balance', 'workloads'], {
  search,
  role: z.enum(roles).optional(),
  status: z.enum(activityStatuses).optional(),
  /** Users whose money lasts less than a day. */
  funds: z.literal('LOW').optional(),
});
export const userParams = z.strictObject({ username: reference });
export const userStatusChange = z.strictObject({ status: z.enum(activityStatuses), reason });
export const sessionsRevocation = z.strictObject({ reason });
export const secondFactorRemoval = z.strictObject({ reason });

/** Revokes all tokens of the user if no name is given. */
export const apiTokensRevocation = z.strictObject({ name: reference.optional(), reason });

/** An operator's change of an account; absent fields stay unchanged. */
export const userChange = z.strictObject({ phone: phone.optional(), email: email.nullable().optional() });
export const adminCreation = z.strictObject({ username });

/** The password is shown only once and must be changed at the first sign-in. */
export const adminCreated = z.strictObject({ username: z.string(), password: z.string() });

export type User = z.infer<typeof user>;
export type UserChange = z.infer<typeof userChange>;
export type UserStatusChange = z.infer<typeof userStatusChange>;
export type AdminCreation = z.infer<typeof adminCreation>;
export type AdminCreated = z.infer<typeof adminCreated>;
