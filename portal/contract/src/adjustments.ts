/** Credits and debits by operators. */
import * as z from 'zod';
import { timestamp, yuan } from './common.ts';
import { reason, signedAmount } from './validation.ts';

/** A credit (above zero) or debit of a customer by an operator. */
export const adjustmentRequest = z.strictObject({ amount: signedAmount, reason });

export const adjustment = z.strictObject({
  id: z.string(),
  user: z.string(),
  amount: yuan,
  /** What of a credit went at once to what the customer owed. */
  collected: yuan,
  balanceAfter: yuan,
  operator: z.string(),
  reason: z.string(),
  createdAt: timestamp,
});

export type Adjustment = z.infer<typeof adjustment>;
