/** The audit, and the sign-ins that were refused. */
import * as z from 'zod';
import { auditActions, auditOutcomes } from './enums.ts';
import { count, listQuery, search, timestamp } from './common.ts';
import { day } from './validation.ts';

export const auditEntry = z.strictObject({
  id: z.string(),
  at: timestamp,
  /** Username; null for nobody known. */
  actor: z.string().nullable(),
  action: z.enum(auditActions),
  /** A username, `username/workload`, an object of the catalogue, the id of a recharge or a revoked invite code. */
  subject: z.string().nullable(),
  outcome: z.enum(auditOutcomes),
  address: z.string().nullable(),
  requestId: z.string().nullable(),
  /** What was asked for; of an object of the catalogue that was changed, `changes`: each field with `from` and `to`. */
  details: z.record(z.string(), z.unknown()),
});
const period = { from: day.optional(), to: day.optional() };

export const auditQuery = listQuery(['at'], {
  /** Who acted, or whom or what it was done to, or the whole id of the request. */
  search,
  action: z.enum(auditActions).optional(),
  outcome: z.enum(auditOutcomes).optional(),
  ...period,
});

/** Refused sign-ins of an hour to one account from one network. */
export const signInRefusal = z.strictObject({
  id: z.string(),
  lastAt: timestamp,
  action: z.enum(auditActions),
  /** null where there is no such account. */
  username: z.string().nullable(),
  network: z.string(),
  tries: count,
});
export const signInRefusalQuery = listQuery(['lastAt', 'tries'], { search, ...period });

export type AuditEntry = z.infer<typeof auditEntry>;
export type SignInRefusal = z.infer<typeof signInRefusal>;
