/** Operators' credits and debits. */
import * as z from 'zod';
import { timestamp, yuan } from './common.ts';
import { reason, signedAmount } from './validation.ts';

/** An operator's credit (above zero) or debit (below zero) of a customer. */
export const adjustmentRequest = z.strictObject({ amount: signedAmount, reason });

export const adjustment = z.strictObject({
  id: z.string(),
  user: z.string(),
  amount: yuan,
  /** Part of a credit that immediately paid the customer's debt. */
  collected: yuan,
  balanceAfter: yuan,
  operator: z.string(),
  reason: z.string(),
  createdAt: timestamp,
});

export type Adjustment = z.infer<typeof adjustment>;
