/** Recharges as operators see them, and their decisions. */
import * as z from 'zod';
import { recharge } from './billing.ts';
import { quarantineDecisions, rechargeStatuses } from './enums.ts';
import { listQuery, search, yuan } from './common.ts';
import { reason, reference } from './validation.ts';

export const anyRecharge = z.strictObject({
  ...recharge.shape,
  user: z.string(),
  /** The provider's ID of the payment. */
  transactionId: z.string().nullable(),
  /** Amount still refundable: the payment less all refunds that are done or in progress. */
  refundableAmount: yuan,
});

export const anyRechargeQuery = listQuery(['createdAt', 'amount'], {
  search,
  user: reference.optional(),
  status: z.enum(rechargeStatuses).optional(),
});
export const rechargeDecision = z.strictObject({ decision: z.enum(quarantineDecisions), reason });

export type AnyRecharge = z.infer<typeof anyRecharge>;
