/** Deeds with money that need a second operator. */
import * as z from 'zod';
import { approvalDecisions, approvalKinds, approvalStatuses } from './enums.ts';
import { listQuery, search, timestamp, yuan } from './common.ts';
import { reason } from './validation.ts';

/** What an operator has asked for, and what became of it; only the sum that stands here is ever carried out. */
export const approval = z.strictObject({
  id: z.string(),
  kind: z.enum(approvalKinds),
  status: z.enum(approvalStatuses),
  user: z.string(),
  /** Of an adjustment what the user gets, which may be negative; else what is given back or written off. */
  amount: yuan,
  /** Which is given back, or whose refund is owed; null for an adjustment. */
  recharge: z.string().nullable(),
  /** When it was asked for, and what it would come to. */
  balanceBefore: yuan,
  balanceAfter: yuan,
  reason: z.string(),
  /** Null: the platform itself, for a report that a check of the GPU has proven. */
  askedBy: z.string().nullable(),
  createdAt: timestamp,
  expiresAt: timestamp,
  decidedBy: z.string().nullable(),
  decisionReason: z.string().nullable(),
  decidedAt: timestamp.nullable(),
});

/** What is answered in place of what was asked for, where that needs a second operator. */
export const approvalAsked = z.strictObject({ approval });

/** What an operation answers that may need a second operator. */
export function orApprovalRequested<T extends z.ZodType>(answer: T) {
  return z.union([answer, approvalAsked]);
}
export const approvalDecision = z.strictObject({ decision: z.enum(approvalDecisions), reason });

export const approvalQuery = listQuery(['createdAt', 'amount'], {
  search,
  status: z.enum(approvalStatuses).optional(),
});

/** Above how many yuan a second operator has to approve; null where none has to. */
export const approvalLimit = z.strictObject({ above: yuan.nullable() });

export type Approval = z.infer<typeof approval>;
export type ApprovalAsked = z.infer<typeof approvalAsked>;
