/** Refunds, and customers' debts for them. */
import * as z from 'zod';
import * as enums from './enums.ts';
import { listQuery, search, timestamp, yuan } from './common.ts';
import { amount, reason, reference } from './validation.ts';

/** Refunds a recharge by its payment method. */
export const refundRequest = z.strictObject({ recharge: reference, amount, reason });

export const refund = z.strictObject({
  id: z.string(),
  recharge: z.string(),
  user: z.string(),
  method: z.enum(enums.paymentMethods),
  source: z.enum(enums.refundSources),
  status: z.enum(enums.refundStatuses),
  amount: yuan,
  /** null if it was made at the provider. */
  operator: z.string().nullable(),
  reason: z.string(),
  /** The provider's message, if it did not simply pay. */
  note: z.string().nullable(),
  /** How, by whom and why an operator ended it; null if none had to. */
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

/** A customer's debt for a refund that exceeded the balance; its ID is the refund's. */
export const receivable = z.strictObject({
  id: z.string(),
  user: z.string(),
  recharge: z.string(),
  status: z.enum(enums.receivableStatuses),
  amount: yuan,
  collected: yuan,
  writtenOff: yuan,
  /** Remaining debt. */
  open: yuan,
  /** Reason of the refund. */
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
  /** Amount to write off, as displayed; if absent, whatever is open. */
  expectedOpen: amount.optional(),
});

export type Receivable = z.infer<typeof receivable>;
export type Refund = z.infer<typeof refund>;
