/** Refunds to the original payment: held in the wallet, requested from the provider, then posted or released. */
import type { Refund } from '@gpulease/contract/refunds';
import type { Page } from '@gpulease/contract/common';
import { formatAmount, parseAmount, type Fen } from '@gpulease/contract/money';
import type { Body, Query } from '@gpulease/contract/routes';
import { sql, type Expression, type RawBuilder } from 'kysely';
import { newestFirst } from '../lists/newest-first.ts';
import { mapPage, selectPage } from '../lists/page.ts';
import type { Database, Row, Transaction } from '../database/schema.ts';
import { containing, usersNamed } from '../lists/search.ts';
import { notFound } from '../http/not-found.ts';
import { invalidFields, ProductError } from '../http/product-error.ts';
import { requestId } from '../http/request-id.ts';
import { placeHold } from '../ledger/holds.ts';
import { billingClock } from '../ledger/ledger.ts';
import { refuseMissing, walletOf } from '../ledger/wallets.ts';
import { settle } from '../metering/settlement.ts';
import { lockRecharge } from './check-recharge.ts';
import { providerOf, type Providers } from './providers.ts';
import { newPaymentId } from './recharges.ts';

/** A refund request: the operator, and the owner of the recharge. */
export interface RefundOrder extends Body<'createRefund'> {
  readonly userId: string;
  readonly username: string;
  readonly actor: string;
}

/**
 * Locks and returns a recharge that can be refunded by the amount. Throws RESOURCE_NOT_FOUND if it is not the user's,
 * ILLEGAL_TRANSITION if it was not credited, and INVALID_ARGUMENT if less than the amount is refundable.
 */
export async function checkRefund(
  transaction: Transaction,
  providers: Providers,
  order: Pick<RefundOrder, 'userId' | 'recharge' | 'amount'>,
): Promise<Row<'recharge'>> {
  const recharge = await ownLocked(transaction, order.userId, order.recharge);
  if (recharge.status !== 'PAID') throw new ProductError('REQUEST_FAILED', { reason: 'ILLEGAL_TRANSITION' });
  providerOf(providers, recharge.method);
  const most = recharge.payment_amount - (await givenBack(transaction, recharge.id));
  if (parseAmount(order.amount) > most) throw invalidFields({ amount: `refundAtMost:${formatAmount(most)}` });
  return recharge;
}

/** Holds money of a recharge for a refund after the commit. Throws as `checkRefund` does, and INSUFFICIENT_FUNDS. */
export async function createRefund(
  transaction: Transaction,
  providers: Providers,
  order: RefundOrder,
): Promise<Refund> {
  const { userId, actor, reason } = order;
  const recharge = await checkRefund(transaction, providers, order);
  const amount = parseAmount(order.amount);
  await settle(transaction, [walletOf(userId)]);
  const refund = await insertRefund(transaction, recharge, { amount, actor, reason, source: 'WALLET' });
  const hold = { refundId: refund.id, accountId: refund.account_id, amount };
  refuseMissing(await placeHold(transaction, hold), 'CUSTOMER_FUNDS');
  return toRefund({ ...refund, username: order.username });
}

/** Fen of a recharge that were refunded or are being refunded, and cannot be refunded again. */
const refundedSum = (rechargeId: Expression<string> | string) => sql<bigint>`(
  SELECT COALESCE(sum(amount), 0)::bigint FROM refund
  WHERE recharge_id = ${rechargeId} AND (status <> 'FAILED' OR decision = 'PAID_BY_HAND'))`;

/** In a query of recharges: the fen that can still be refunded. */
export const refundable = sql<bigint>`CASE recharge.status
  WHEN 'PAID' THEN recharge.payment_amount - ${refundedSum(sql.ref('recharge.id'))} ELSE 0 END`;

/** Returns the fen of a recharge that were refunded or are being refunded. The recharge is locked. */
export async function givenBack(transaction: Transaction, rechargeId: string): Promise<Fen> {
  const { rows } = await sql<{ sum: bigint }>`SELECT ${refundedSum(rechargeId)} AS sum`.execute(transaction);
  return rows[0]?.sum ?? 0n;
}

type NewRefund = Pick<Row<'refund'>, 'amount' | 'actor' | 'reason' | 'source'>;

/** Inserts a refund that the provider does not know yet. */
export async function insertRefund(
  transaction: Transaction,
  recharge: Row<'recharge'>,
  refund: NewRefund,
): Promise<Row<'refund'>> {
  const now = await billingClock(transaction);
  return transaction
    .insertInto('refund')
    .values({
      ...refund,
      id: newPaymentId('B', now),
      recharge_id: recharge.id,
      user_id: recharge.user_id,
      account_id: recharge.account_id,
      method: recharge.method,
      status: 'PENDING',
      created_at: now,
      next_check_at: now,
      request_id: requestId() ?? null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Returns one page of all refunds, newest first. */
export async function listRefunds(database: Database, query: Query<'listRefunds'>): Promise<Page<Refund>> {
  let select = selectRefunds(database);
  if (query.status) select = select.where('refund.status', '=', query.status);
  if (query.user) select = select.where('username', '=', query.user);
  if (query.search) select = select.where(await refundMatches(database, query.search));
  const order = newestFirst('refund', { amount: sql.ref('refund.amount') });
  return mapPage(await selectPage(database, select, query, order), toRefund);
}

/** Returns the condition of a search for refunds by username, recharge or reason. */
export async function refundMatches(database: Database, search: string): Promise<RawBuilder<boolean>> {
  const pattern = containing(search);
  const ofUser = (await usersNamed(database, search))(sql`refund.user_id`);
  return sql`(${ofUser} OR refund.recharge_id ILIKE ${pattern} OR refund.reason ILIKE ${pattern})`;
}

/** Returns a refund of any user. Throws if there is none. */
export async function readRefund(database: Database | Transaction, id: string): Promise<Refund> {
  return toRefund(await selectRefunds(database).where('refund.id', '=', id).executeTakeFirstOrThrow());
}

function selectRefunds(database: Database | Transaction) {
  return database
    .selectFrom('refund')
    .innerJoin('user_account', 'user_account.id', 'refund.user_id')
    .selectAll('refund')
    .select('user_account.username');
}

async function ownLocked(transaction: Transaction, userId: string, id: string): Promise<Row<'recharge'>> {
  const owned = transaction.selectFrom('recharge').select('id').where('user_id', '=', userId);
  await owned.where('id', '=', id).executeTakeFirstOrThrow(notFound);
  return lockRecharge(transaction, id);
}

function toRefund(row: Row<'refund'> & { readonly username: string }): Refund {
  return {
    id: row.id,
    recharge: row.recharge_id,
    user: row.username,
    method: row.method,
    source: row.source,
    status: row.status,
    amount: formatAmount(row.amount),
    operator: row.actor,
    reason: row.reason,
    note: row.note,
    decision: row.decision,
    decidedBy: row.decided_by,
    decisionReason: row.decision_reason,
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
  };
}
