/** What becomes of a refund at the provider. */
import { sql } from 'kysely';
import { withTransaction } from '../database/database.ts';
import { failpoint } from '../database/failpoint.ts';
import type { Database, Transaction } from '../database/schema.ts';
import type { Logger } from '../http/logger.ts';
import { releaseRefundHold } from '../ledger/holds.ts';
import { post, postBetween, type Posted } from '../ledger/ledger.ts';
import { lockWallets, missingFor } from '../ledger/wallets.ts';
import { lockRecharge } from './check-recharge.ts';
import type { RefundState } from './payment-provider.ts';
import { providerOf, type Providers, type RechargeMethod } from './providers.ts';
import type { RechargeRow, RefundRow } from './tables.ts';

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
    const recharge = await lockRecharge(transaction, rechargeId);
    const refund = await lockRefund(transaction, id);
    if (refund.status === 'FAILED' && state === 'SUCCESS') return finishLate(transaction, refund, recharge);
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
  const { transactionId } = await postRefund(transaction, refund);
  failpoint('refund.posted');
  await markFinished(transaction, refund.id, 'SUCCEEDED', transactionId);
}

/** Takes a refund out of the wallet. */
function postRefund(transaction: Transaction, refund: RefundRow): Promise<Posted> {
  return post(transaction, {
    ...booking(refund),
    wallet: refund.account_id,
    counterpart: `payments:${refund.method}`,
    amount: -refund.amount,
  });
}

/** The customer owes what was given back beyond the wallet. */
function postOwed(transaction: Transaction, refund: RefundRow): Promise<Posted> {
  const [from, to] = ['refund-receivable', `payments:${refund.method}`] as const;
  return postBetween(transaction, { ...booking(refund), from, to, amount: refund.amount });
}

function booking({ id, reason, actor }: RefundRow) {
  return {
    kind: 'REFUND',
    idempotencyKey: `refund:${id}`,
    reason,
    ...(actor !== null && { actor }),
  } as const;
}

/**
 * Books a refund that the provider has paid after it was given up. The wallet has had the money back since, so it comes out
 * of there, or is owed by a customer who has spent it. A payment that is still in quarantine was simply given back.
 */
async function finishLate(
  transaction: Transaction,
  refund: RefundRow,
  { status }: Pick<RechargeRow, 'status'>,
): Promise<void> {
  if (refund.source === 'QUARANTINE' && status === 'QUARANTINED') return finish(transaction, refund);
  await lockWallets(transaction, [refund.account_id]);
  const missing = await missingFor(transaction, refund.account_id, refund.amount);
  const { transactionId } =
    missing > 0n ? await postOwed(transaction, refund) : await postRefund(transaction, refund);
  await sql`UPDATE refund SET source = 'WALLET', status = 'SUCCEEDED', finished_at = billing_clock(),
    ledger_transaction_id = ${transactionId} WHERE id = ${refund.id}`.execute(transaction);
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

/** A refund as the provider names it. */
export interface RefundTold {
  readonly method: RechargeMethod;
  readonly outRefundNo: string;
  readonly outTradeNo: string;
  readonly amount: bigint;
}

/** Books what the provider tells of a refund: of ours, or of one that somebody made there. */
export async function bookRefundTold(
  { database, log }: { readonly database: Database; readonly log: Logger },
  told: RefundTold,
  state: RefundState,
): Promise<void> {
  const { outRefundNo: id, outTradeNo: recharge, method } = told;
  const ours = await database.selectFrom('refund').select('id').where('id', '=', id).executeTakeFirst();
  if (ours) return applyRefundState(database, id, state);
  if (state.state !== 'SUCCESS') return;
  log.error({ method, refund: id, recharge }, 'A refund was made at the provider, without us');
  await bookForeignRefund(database, told);
}

/** Books a refund that was made without us: the customer owes it. Once however often it is seen. */
async function bookForeignRefund(
  database: Database,
  { method, outRefundNo, outTradeNo, amount }: RefundTold,
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
