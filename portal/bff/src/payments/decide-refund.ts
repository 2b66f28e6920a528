/** Operators' decisions on refunds that the provider cannot pay. */
import type { Body } from '@gpulease/contract/routes';
import { sql } from 'kysely';
import type { Row, Transaction } from '../database/schema.ts';
import { notFound } from '../http/not-found.ts';
import { ProductError } from '../http/product-error.ts';
import { releaseRefundHold } from '../ledger/holds.ts';
import { post } from '../ledger/ledger.ts';
import { lockWallets } from '../ledger/wallets.ts';
import { closeGivenBack, abandonRefund, lockRefund, markFinished } from './execute-refund.ts';
import { lockRecharge } from './check-recharge.ts';

type Decision = Body<'decideRefund'> & { readonly actor: string };

/**
 * Ends a refund that the provider did not pay at the first request; for CHECK the caller queries the provider again.
 * Throws RESOURCE_NOT_FOUND, and ILLEGAL_TRANSITION for a refund that is finished or in progress without a problem.
 */
export async function decideRefund(transaction: Transaction, id: string, by: Decision): Promise<void> {
  const refunds = transaction.selectFrom('refund').select('recharge_id').where('id', '=', id);
  const { recharge_id } = await refunds.executeTakeFirstOrThrow(notFound);
  await lockRecharge(transaction, recharge_id);
  const refund = await lockRefund(transaction, id);
  if (refund.status !== 'PENDING' || refund.note === null)
    throw new ProductError('REQUEST_FAILED', { reason: 'ILLEGAL_TRANSITION' });
  if (by.decision === 'CHECK') return;
  if (by.decision === 'RETURN') await abandonRefund(transaction, refund);
  else await payByHand(transaction, refund, by);
  await sql`UPDATE refund SET decision = ${by.decision}, decided_by = ${by.actor}, decision_reason = ${by.reason}
    WHERE id = ${id}`.execute(transaction);
}

/** The provider pays nothing; the money paid manually leaves the wallet as an operator's debit. */
async function payByHand(transaction: Transaction, refund: Row<'refund'>, { actor, reason }: Decision) {
  const { id, source, account_id: wallet, amount } = refund;
  if (source === 'QUARANTINE') {
    await closeGivenBack(transaction, refund);
  } else {
    await lockWallets(transaction, [wallet]);
    await releaseRefundHold(transaction, id);
    const idempotencyKey = `refund-by-hand:${id}`;
    const debit = { kind: 'ADJUSTMENT', counterpart: 'adjustments', amount: -amount } as const;
    await post(transaction, { ...debit, idempotencyKey, wallet, actor, reason });
  }
  await markFinished(transaction, id, 'FAILED', null);
}
