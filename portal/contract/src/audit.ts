/** The audit log, and refused sign-ins. */
import * as z from 'zod';
import { auditActions, auditOutcomes } from './enums.ts';
import { count, listQuery, search, timestamp } from './common.ts';
import { day } from './validation.ts';

export const auditEntry = z.strictObject({
  id: z.string(),
  at: timestamp,
  /** Username; null if unknown. */
  actor: z.string().nullable(),
  action: z.enum(auditActions),
  /** A username, `username/workload`, a catalogue object, the ID of a recharge or a revoked invite code. */
  subject: z.string().nullable(),
  outcome: z.enum(auditOutcomes),
  address: z.string().nullable(),
  requestId: z.string().nullable(),
  /** The request; for a changed catalogue object, `changes`: each field with `from` and `to`. */
  details: z.record(z.string(), z.unknown()),
});
const period = { from: day.optional(), to: day.optional() };

export const auditQuery = listQuery(['at'], {
  /** Matches the actor, the subject or a complete request ID. */
  search,
  action: z.enum(auditActions).optional(),
  outcome: z.enum(auditOutcomes).optional(),
  ...period,
});

/** Refused sign-ins to one account from one network within an hour. */
export const signInRefusal = z.strictObject({
  id: z.string(),
  lastAt: timestamp,
  action: z.enum(auditActions),
  /** null if no such account exists. */
  username: z.string().nullable(),
  network: z.string(),
  tries: count,
});
export const signInRefusalQuery = listQuery(['lastAt', 'tries'], { search, ...period });

export type AuditEntry = z.infer<typeof auditEntry>;
export type SignInRefusal = z.infer<typeof signInRefusal>;
