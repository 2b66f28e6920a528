/** Refunds, and what customers owe for them. */
import * as z from 'zod';
import * as enums from './enums.ts';
import { listQuery, search, timestamp, yuan } from './common.ts';
import { amount, reason, reference } from './validation.ts';

/** Money of a recharge that goes back the way it came. */
export const refundRequest = z.strictObject({ recharge: reference, amount, reason });

export const refund = z.strictObject({
  id: z.string(),
  recharge: z.string(),
  user: z.string(),
  method: z.enum(enums.paymentMethods),
  source: z.enum(enums.refundSources),
  status: z.enum(enums.refundStatuses),
  amount: yuan,
  /** null where it was made at the provider. */
  operator: z.string().nullable(),
  reason: z.string(),
  /** What the provider said, where it did not simply pay. */
  note: z.string().nullable(),
  /** How an operator ended it, who and why; null where none had to. */
  decision: z.enum(enums.refundDecisions).exclude(['CHECK']).nullable(),
  decidedBy: z.string().nullable(),
  decisionReason: z.string().nullable(),
  createdAt: timestamp,
  finishedAt: timestamp.nullable(),
});
export const refundDecision = z.strictObject({ decision: z.enum(enums.refundDecisions), reason });

export const refundQuery = listQuery(['createdAt', 'amount'], {
  search,
  user: reference.optional(),
  status: z.enum(enums.refundStatuses).optional(),
});

/** What a customer owes for a refund that was more than the balance; its id is the refund's. */
export const receivable = z.strictObject({
  id: z.string(),
  user: z.string(),
  recharge: z.string(),
  status: z.enum(enums.receivableStatuses),
  amount: yuan,
  collected: yuan,
  writtenOff: yuan,
  /** What is left. */
  open: yuan,
  /** Of the refund. */
  reason: z.string(),
  createdAt: timestamp,
  settledAt: timestamp.nullable(),
});

export const receivableQuery = listQuery(['createdAt', 'amount'], {
  search,
  user: reference.optional(),
  status: z.enum(enums.receivableStatuses).optional(),
});

export const writeOff = z.strictObject({
  reason,
  /** What is written off, as it was shown; whatever is open where it is absent. */
  expectedOpen: amount.optional(),
});

export type Receivable = z.infer<typeof receivable>;
export type Refund = z.infer<typeof refund>;
