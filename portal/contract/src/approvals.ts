/** Money operations that need a second operator's approval. */
import * as z from 'zod';
import { approvalDecisions, approvalKinds, approvalStatuses } from './enums.ts';
import { listQuery, search, timestamp, yuan } from './common.ts';
import { reason } from './validation.ts';

/** A requested money operation and its outcome; only the amount stored here is ever carried out. */
export const approval = z.strictObject({
  id: z.string(),
  kind: z.enum(approvalKinds),
  status: z.enum(approvalStatuses),
  user: z.string(),
  /** For an adjustment, the credit, negative for a debit; otherwise the amount refunded or written off. */
  amount: yuan,
  /** The recharge to refund, or the one whose refund is owed; null for an adjustment. */
  recharge: z.string().nullable(),
  /** Balance at the time of the request, and what it would become. */
  balanceBefore: yuan,
  balanceAfter: yuan,
  reason: z.string(),
  /** Null for the platform itself, after a GPU check confirmed a customer's report. */
  askedBy: z.string().nullable(),
  createdAt: timestamp,
  expiresAt: timestamp,
  decidedBy: z.string().nullable(),
  decisionReason: z.string().nullable(),
  decidedAt: timestamp.nullable(),
});

/** Response to a request that needs a second operator's approval first. */
export const approvalAsked = z.strictObject({ approval });

/** Returns the response schema of an operation that may need a second operator's approval. */
export function orApprovalRequested<T extends z.ZodType>(answer: T) {
  return z.union([answer, approvalAsked]);
}
export const approvalDecision = z.strictObject({ decision: z.enum(approvalDecisions), reason });

export const approvalQuery = listQuery(['createdAt', 'amount'], {
  search,
  status: z.enum(approvalStatuses).optional(),
});

/** Amount in yuan above which a second operator must approve; null if approval is never needed. */
export const approvalLimit = z.strictObject({ above: yuan.nullable() });

export type Approval = z.infer<typeof approval>;
export type ApprovalAsked = z.infer<typeof approvalAsked>;
