/** What becomes of a refund at the provider. */
import { sql } from 'kysely';
import { withTransaction } from '../database/database.ts';
import { failpoint } from '../database/failpoint.ts';
import type { Database, Transaction } from '../database/schema.ts';
import { releaseRefundHold } from '../ledger/holds.ts';
import { post, postBetween } from '../ledger/ledger.ts';
import { lockWallets } from '../ledger/wallets.ts';
import { lockRecharge } from './check-recharge.ts';
import type { RefundState } from './payment-provider.ts';
import { providerOf, type Providers, type RechargeMethod } from './providers.ts';
import type { RefundRow } from './tables.ts';

/** Asks the provider to pay a refund, or how it stands, and books what it says. */
export async function carryOutRefund(database: Database, providers: Providers, id: string): Promise<void> {
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

/** Books what the provider says of a refund, once however often it is told. Throws when there is no such refund. */
export async function applyRefundState(
  database: Database,
  id: string,
  { state, note }: RefundState,
): Promise<void> {
  await withTransaction(database, async (transaction) => {
    const { recharge_id: rechargeId } = await transaction
      .selectFrom('refund')
      .select('recharge_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await lockRecharge(transaction, rechargeId);
    const refund = await lockRefund(transaction, id);
    if (refund.status !== 'PENDING') return;
    if (note !== undefined) await sql`UPDATE refund SET note = ${note} WHERE id = ${id}`.execute(transaction);
    if (state === 'SUCCESS') await finish(transaction, refund);
    if (state === 'FAILED') await letGo(transaction, refund);
  });
}

function lockRefund(transaction: Transaction, id: string): Promise<RefundRow> {
  return transaction
    .selectFrom('refund')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

async function finish(transaction: Transaction, refund: RefundRow): Promise<void> {
  if (refund.source === 'QUARANTINE') {
    await markFinished(transaction, refund.id, 'SUCCEEDED', null);
    await sql`UPDATE recharge SET status = 'CLOSED' WHERE id = ${refund.recharge_id}`.execute(transaction);
    return;
  }
  await lockWallets(transaction, [refund.account_id]);
  await releaseRefundHold(transaction, refund.id);
  const { transactionId } = await post(transaction, {
    kind: 'REFUND',
    idempotencyKey: `refund:${refund.id}`,
    wallet: refund.account_id,
    counterpart: `payments:${refund.method}`,
    amount: -refund.amount,
    reason: refund.reason,
    ...(refund.actor !== null && { actor: refund.actor }),
  });
  failpoint('refund.posted');
  await markFinished(transaction, refund.id, 'SUCCEEDED', transactionId);
}

async function letGo(transaction: Transaction, { id, account_id, source }: RefundRow): Promise<void> {
  if (source === 'WALLET') {
    await lockWallets(transaction, [account_id]);
    await releaseRefundHold(transaction, id);
  }
  await markFinished(transaction, id, 'FAILED', null);
}

async function markFinished(
  transaction: Transaction,
  id: string,
  status: 'SUCCEEDED' | 'FAILED',
  ledgerTransactionId: bigint | null,
): Promise<void> {
  await sql`UPDATE refund SET status = ${status}, finished_at = billing_clock(),
    ledger_transaction_id = ${ledgerTransactionId} WHERE id = ${id}`.execute(transaction);
}

/** A refund that somebody made at the provider, without us. */
export interface ForeignRefund {
  readonly method: RechargeMethod;
  readonly outRefundNo: string;
  readonly outTradeNo: string;
  readonly amount: bigint;
}

/** Books a refund that was made without us: the customer owes it. Once however often it is seen. */
export async function bookForeignRefund(
  database: Database,
  { method, outRefundNo, outTradeNo, amount }: ForeignRefund,
): Promise<void> {
  await withTransaction(database, async (transaction) => {
    const recharge = await lockRecharge(transaction, outTradeNo);
    const { transactionId, isNew } = await postBetween(transaction, {
      kind: 'REFUND',
      idempotencyKey: `refund:${outRefundNo}`,
      from: 'refund-receivable',
      to: `payments:${method}`,
      amount,
      reason: REASON,
    });
    if (!isNew) return;
    await sql`
      INSERT INTO refund (id, recharge_id, user_id, account_id, method, source, status, amount, reason, created_at,
        finished_at, next_check_at, ledger_transaction_id)
      VALUES (${outRefundNo}, ${outTradeNo}, ${recharge.user_id}, ${recharge.account_id}, ${method}, 'PROVIDER',
        'SUCCEEDED', ${amount}, ${REASON}, billing_clock(), billing_clock(), billing_clock(),
        ${transactionId})`.execute(transaction);
  });
}

const REASON = 'Refunded at the provider, not through GPULease';
