/** A second operator's decision. The transaction of the decision carries out exactly what was requested, or nothing. */
import { formatAmount } from '@gpulease/contract/money';
import type { Body } from '@gpulease/contract/routes';
import { failpoint } from '../../database/failpoint.ts';
import type { Row, Transaction } from '../../database/schema.ts';
import { notFound } from '../../http/not-found.ts';
import { ProductError } from '../../http/product-error.ts';
import { billingClock } from '../../ledger/ledger.ts';
import { createAdjustment, usernameOf } from '../adjustments.ts';
import { bookCredit, dropCredit } from '../gpu-credit.ts';
import type { Providers } from '../providers.ts';
import { createRefund } from '../refunds.ts';
import { writeOffReceivable } from '../write-off.ts';

type Decision = Body<'decideApproval'> & { readonly actor: string };

const statuses = { APPROVE: 'APPROVED', DECLINE: 'DECLINED', WITHDRAW: 'WITHDRAWN' } as const;

/**
 * Decides on a request once. Throws RESOURCE_NOT_FOUND, OWN_REQUEST, ILLEGAL_TRANSITION for a request that is closed or
 * a withdrawal by another operator, and any error of the action itself, which leaves the request open. Returns the
 * refund to carry out after the commit, if any.
 */
export async function decideApproval(
  transaction: Transaction,
  providers: Providers,
  id: string,
  { decision, actor, reason }: Decision,
): Promise<string | null> {
  const approvals = transaction.selectFrom('approval').selectAll().where('id', '=', id).forUpdate();
  const approval = await approvals.executeTakeFirstOrThrow(notFound);
  const now = await billingClock(transaction);
  refuseIllegal(approval, { decision, actor }, now);
  const refund_id = decision === 'APPROVE' ? await executeRequest(transaction, providers, approval) : null;
  const { gpu_report_id: report } = approval;
  if (decision !== 'APPROVE' && report !== null) await dropCredit(transaction, report);
  failpoint('approval.carried-out');
  const decided = { status: statuses[decision], decided_by: actor, decision_reason: reason, decided_at: now };
  await transaction
    .updateTable('approval')
    .set({ ...decided, refund_id })
    .where('id', '=', id)
    .execute();
  return refund_id;
}

function refuseIllegal(
  { status, asked_by, expires_at }: Row<'approval'>,
  { decision, actor }: Pick<Decision, 'decision' | 'actor'>,
  now: Date,
): void {
  const isOwn = asked_by === actor;
  const isOpen = status === 'PENDING' && expires_at > now;
  if (isOpen && isOwn && decision !== 'WITHDRAW')
    throw new ProductError('REQUEST_FAILED', { reason: 'OWN_REQUEST' });
  if (!isOpen || (decision === 'WITHDRAW' && !isOwn))
    throw new ProductError('REQUEST_FAILED', { reason: 'ILLEGAL_TRANSITION' });
}

/** Acts in the name of the requester; the request records the approver. Returns the id of the refund, if it is one. */
async function executeRequest(
  transaction: Transaction,
  providers: Providers,
  approval: Row<'approval'>,
): Promise<string | null> {
  const { id, user_id: userId, reason, asked_by: actor } = approval;
  const { recharge_id: recharge, receivable_id: receivable, amount: fen } = approval;
  if (approval.gpu_report_id !== null) {
    await bookCredit(transaction, approval.gpu_report_id, { reason, actor, key: id });
    return null;
  }
  if (actor === null) throw new Error(`Nobody has requested ${id}.`);
  if (receivable !== null) {
    await writeOffReceivable(transaction, receivable, { reason, actor, agreed: fen });
    return null;
  }
  const username = await usernameOf(transaction, userId);
  const order = { userId, username, amount: formatAmount(fen), reason, actor };
  if (recharge !== null)
    return (await createRefund(transaction, providers, { ...order, recharge }).catch(asChanged)).id;
  await createAdjustment(transaction, { ...order, key: id });
  return null;
}

/** Replaces the amount's field error: less may be refundable than requested, and the approver cannot correct it. */
function asChanged(error: unknown): never {
  const isOfAmount = error instanceof ProductError && error.details?.fields?.amount !== undefined;
  throw isOfAmount
    ? new ProductError('REQUEST_FAILED', { reason: 'AMOUNT_CHANGED' }, { cause: error })
    : error;
}
