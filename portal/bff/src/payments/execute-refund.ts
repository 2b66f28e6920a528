/** Refunds at the provider, and their outcome. */
import { formatAmount, type Fen } from '@gpulease/contract/money';
import { sql } from 'kysely';
import { withTransaction } from '../database/database.ts';
import { failpoint } from '../database/failpoint.ts';
import type { Database, Row, Transaction } from '../database/schema.ts';
import { releaseRefundHold } from '../ledger/holds.ts';
import { post, postBetween } from '../ledger/ledger.ts';
import { lockWallets } from '../ledger/wallets.ts';
import { lockRecharge } from './check-recharge.ts';
import type { RefundState } from './payment-provider.ts';
import { providerOf, type Providers } from './providers.ts';
import { refundBooking, takeBack } from './receivables.ts';

/** Requests a refund from the provider, or queries its state, and books the result. */
export async function executeRefund(database: Database, providers: Providers, id: string): Promise<void> {
  const refund = await database
    .selectFrom('refund')
    .innerJoin('recharge', 'recharge.id', 'refund.recharge_id')
    .selectAll('refund')
    .select(['recharge.received_amount as total'])
    .where('refund.id', '=', id)
    .executeTakeFirstOrThrow();
  if (refund.status !== 'PENDING') return;
  const state = await providerOf(providers, refund.method).refund({
    outRefundNo: id,
    outTradeNo: refund.recharge_id,
    amount: refund.amount,
    total: refund.total ?? refund.amount,
    reason: refund.reason,
  });
  failpoint('refund.asked');
  await applyRefundState(database, id, state);
}

/** Books the provider's report of a refund once; an operator decides if its amount differs. Throws if there is none. */
export async function applyRefundState(database: Database, id: string, told: RefundState): Promise<void> {
  const { state, note, amount } = told;
  await withTransaction(database, async (transaction) => {
    const refunds = transaction.selectFrom('refund').select('recharge_id').where('id', '=', id);
    const { recharge_id } = await refunds.executeTakeFirstOrThrow();
    const recharge = await lockRecharge(transaction, recharge_id);
    const refund = await lockRefund(transaction, id);
    if (refund.status !== 'SUCCEEDED' && amount !== undefined && amount !== refund.amount)
      return noteDifference(transaction, refund, amount);
    if (refund.status === 'FAILED' && state === 'SUCCESS') return finishRefund(transaction, refund, recharge);
    if (refund.status !== 'PENDING') return;
    await sql`UPDATE refund SET note = ${note ?? null} WHERE id = ${id}`.execute(transaction);
    if (state === 'SUCCESS') await finish(transaction, refund);
    if (state === 'FAILED') await abandonRefund(transaction, refund);
  });
}

async function noteDifference(transaction: Transaction, { id, amount }: Row<'refund'>, told: Fen) {
  const note = `The provider refunded ${formatAmount(told)} yuan, not ${formatAmount(amount)}: check its console`;
  await sql`UPDATE refund SET note = ${note} WHERE id = ${id}`.execute(transaction);
}

/** Returns the row, locked until the transaction ends. Lock its recharge first. */
export function lockRefund(transaction: Transaction, id: string): Promise<Row<'refund'>> {
  const refunds = transaction.selectFrom('refund').selectAll().where('id', '=', id);
  return refunds.forUpdate().executeTakeFirstOrThrow();
}

async function finish(transaction: Transaction, refund: Row<'refund'>): Promise<void> {
  if (refund.source === 'QUARANTINE') {
    await markFinished(transaction, refund.id, 'SUCCEEDED', null);
    await closeGivenBack(transaction, refund);
    return;
  }
  await lockWallets(transaction, [refund.account_id]);
  await releaseRefundHold(transaction, refund.id);
  const { transactionId } = await post(transaction, {
    ...refundBooking(refund),
    wallet: refund.account_id,
    counterpart: `payments:${refund.method}`,
    amount: -refund.amount,
  });
  failpoint('refund.posted');
  await markFinished(transaction, refund.id, 'SUCCEEDED', transactionId);
}

/** Books a refund that the provider paid after we had abandoned it: taken from the wallet, or owed. */
async function finishRefund(transaction: Transaction, refund: Row<'refund'>, recharge: Row<'recharge'>) {
  if (refund.source === 'QUARANTINE' && recharge.status === 'QUARANTINED') return finish(transaction, refund);
  if (refund.decision === 'PAID_BY_HAND') return finishPaidByHand(transaction, refund);
  const transactionId = await takeBack(transaction, refund);
  await sql`UPDATE refund SET source = 'WALLET', status = 'SUCCEEDED', finished_at = billing_clock(),
    ledger_transaction_id = ${transactionId} WHERE id = ${refund.id}`.execute(transaction);
}

/**
 * Books a refund that the provider paid although an operator had paid it manually: usually to the merchant's own
 * account, which is an option for refunds that cannot be paid otherwise. The customer keeps the money.
 */
async function finishPaidByHand(transaction: Transaction, refund: Row<'refund'>): Promise<void> {
  const { id, source, method, amount } = refund;
  const note = 'Also paid by the provider: check that the money reached your own account';
  await sql`UPDATE refund SET note = ${note} WHERE id = ${id}`.execute(transaction);
  if (source === 'QUARANTINE') return markFinished(transaction, id, 'SUCCEEDED', null);
  const [from, to] = ['adjustments', `payments:${method}`] as const;
  const { transactionId } = await postBetween(transaction, { ...refundBooking(refund), from, to, amount });
  await markFinished(transaction, id, 'SUCCEEDED', transactionId);
}

/** Closes a refunded payment in quarantine. The caller has locked it. */
export async function closeGivenBack(
  transaction: Transaction,
  { recharge_id }: Pick<Row<'refund'>, 'recharge_id'>,
): Promise<void> {
  await sql`UPDATE recharge SET status = 'CLOSED' WHERE id = ${recharge_id}`.execute(transaction);
}

/** Abandons a refund and releases its hold. The caller has locked it. */
export async function abandonRefund(transaction: Transaction, refund: Row<'refund'>): Promise<void> {
  const { id, account_id, source } = refund;
  if (source === 'WALLET') {
    await lockWallets(transaction, [account_id]);
    await releaseRefundHold(transaction, id);
  }
  await markFinished(transaction, id, 'FAILED', null);
}

/** Records how a refund ended, and its ledger transaction. */
export async function markFinished(
  transaction: Transaction,
  id: string,
  status: 'SUCCEEDED' | 'FAILED',
  ledgerTransactionId: bigint | null,
): Promise<void> {
  await sql`UPDATE refund SET status = ${status}, finished_at = billing_clock(),
    ledger_transaction_id = ${ledgerTransactionId} WHERE id = ${id}`.execute(transaction);
}
