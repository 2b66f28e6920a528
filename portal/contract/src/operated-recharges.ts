/** Recharges as operators see and decide them. */
import * as z from 'zod';
import { recharge } from './billing.ts';
import { quarantineDecisions, rechargeStatuses } from './enums.ts';
import { listQuery, search, yuan } from './common.ts';
import { reason, reference } from './validation.ts';

export const anyRecharge = z.strictObject({
  ...recharge.shape,
  user: z.string(),
  /** The provider's number of the payment. */
  transactionId: z.string().nullable(),
  /** What may still be given back: what was paid, less all refunds that are done or under way. */
  refundableAmount: yuan,
});

export const anyRechargeQuery = listQuery(['createdAt', 'amount'], {
  search,
  user: reference.optional(),
  status: z.enum(rechargeStatuses).optional(),
});
export const rechargeDecision = z.strictObject({ decision: z.enum(quarantineDecisions), reason });

export type AnyRecharge = z.infer<typeof anyRecharge>;
