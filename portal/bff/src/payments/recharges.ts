/** Recharges: order a payment, learn that it was paid, credit it once. */
import { randomBytes } from 'node:crypto';
import type { Recharge } from '@gpulease/contract/billing';
import type { Page } from '@gpulease/contract/common';
import { formatAmount, parseAmount, type Fen } from '@gpulease/contract/money';
import type { Body, Query } from '@gpulease/contract/routes';
import { sql, type Selectable } from 'kysely';
import { withTransaction } from '../database/database.ts';
import { mapPage, selectPage } from '../database/page.ts';
import type { Database, Transaction } from '../database/schema.ts';
import { invalidFields, ProductError } from '../http/product-error.ts';
import { limits } from '../http/rate-limits.ts';
import { failpoint } from '../database/failpoint.ts';
import { billingClock, post } from '../ledger/ledger.ts';
import { rechargeLimits } from './limits.ts';
import type { PaymentProvider } from './payment-provider.ts';
import type { PaymentTables } from './tables.ts';
import { walletOf } from '../ledger/wallets.ts';

export type RechargeMethod = 'TEST' | 'WECHAT';
/** The providers that this deployment has. */
export type Providers = Readonly<Partial<Record<RechargeMethod, PaymentProvider>>>;

type RechargeRow = Selectable<PaymentTables['recharge']>;

/** How long a QR code may be paid. */
const LIFETIME_MS = 30 * 60_000;

/**
 * Orders a payment. Throws NOT_IMPLEMENTED for a method that this deployment does not have, INVALID_ARGUMENT for an
 * amount beyond the limits, RATE_LIMITED.
 */
export async function createRecharge(
  transaction: Transaction,
  providers: Providers,
  userId: string,
  { amount, method }: Body<'createRecharge'>,
): Promise<Recharge> {
  const provider = providerOf(providers, method);
  const fen = parseAmount(amount);
  if (!isWithinLimits(fen)) throw invalidFields({ amount: 'amountRange' });
  const now = await billingClock(transaction);
  await refuseTooMany(transaction, userId, now);
  const id = newRechargeId(now);
  const expiresAt = new Date(now.getTime() + LIFETIME_MS);
  const codeUrl = await provider.create({ outTradeNo: id, amount: fen, expiresAt });
  const row = await transaction
    .insertInto('recharge')
    .values({
      id,
      user_id: userId,
      account_id: walletOf(userId),
      method,
      amount: fen,
      payment_amount: fen,
      code_url: codeUrl,
      created_at: now,
      expires_at: expiresAt,
      paid_at: null,
      provider_transaction_id: null,
      ledger_transaction_id: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return toRecharge(row);
}

/** One of a user's recharges. Throws RESOURCE_NOT_FOUND, also for somebody else's. */
export async function getRecharge(database: Database, userId: string, id: string): Promise<Recharge> {
  return toRecharge(await ownRecharge(database, userId, id));
}

/** Asks the provider how the payment stands, credits it if it was made, and closes it when its time is over. */
export async function checkRecharge(
  database: Database,
  providers: Providers,
  row: Pick<RechargeRow, 'id' | 'method'>,
): Promise<Recharge> {
  const provider = providerOf(providers, row.method);
  const payment = await provider.query(row.id);
  if (payment.state === 'SUCCESS')
    await withTransaction(database, (transaction) => credit(transaction, row.id, payment));
  if (payment.state === 'NOTPAY' && (await isExpired(database, row.id))) {
    return closeRecharge(database, providers, row);
  }
  return currentRecharge(database, row.id);
}

/** Ends a recharge that is not paid; one that is paid at the same moment is credited instead. */
export async function closeRecharge(
  database: Database,
  providers: Providers,
  { id, method }: Pick<RechargeRow, 'id' | 'method'>,
): Promise<Recharge> {
  const provider = providerOf(providers, method);
  await provider.close(id);
  const payment = await provider.query(id);
  if (payment.state === 'SUCCESS') {
    await withTransaction(database, (transaction) => credit(transaction, id, payment));
  } else {
    await database
      .updateTable('recharge')
      .set({ status: 'CLOSED' })
      .where('id', '=', id)
      .where('status', '=', 'PENDING')
      .execute();
  }
  return currentRecharge(database, id);
}

/** Recharges whose time is over, for the worker to look at. */
export function expiredRecharges(database: Database): Promise<Pick<RechargeRow, 'id' | 'method'>[]> {
  return database
    .selectFrom('recharge')
    .select(['id', 'method'])
    .where('status', '=', 'PENDING')
    .where('expires_at', '<', sql<Date>`billing_clock()`)
    .limit(100)
    .execute();
}

/** One page of a user's recharges, newest first. */
export async function listRecharges(
  database: Database,
  userId: string,
  query: Query<'listRecharges'>,
): Promise<Page<Recharge>> {
  let select = database.selectFrom('recharge').selectAll().where('user_id', '=', userId);
  if (query.status) select = select.where('status', '=', query.status);
  const columns = { createdAt: sql.ref('created_at'), amount: sql.ref('amount'), id: sql.ref('id') };
  return mapPage(await selectPage(select, query, columns), toRecharge);
}

/** The row of a user's recharge. Throws RESOURCE_NOT_FOUND, also for somebody else's. */
export async function ownRecharge(database: Database, userId: string, id: string): Promise<RechargeRow> {
  const row = await database
    .selectFrom('recharge')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!row) throw new ProductError('RESOURCE_NOT_FOUND');
  return row;
}

/** Puts a payment into the wallet, exactly once however often it is reported, also after the recharge was closed. */
async function credit(
  transaction: Transaction,
  id: string,
  payment: { readonly transactionId: string; readonly amount: Fen },
): Promise<void> {
  const recharge = await transaction
    .selectFrom('recharge')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (recharge.status === 'PAID') return;
  if (payment.amount !== recharge.payment_amount) {
    throw new Error(
      `Recharge ${id} was paid with ${payment.amount} fen instead of ${recharge.payment_amount}.`,
    );
  }
  const { transactionId } = await post(transaction, {
    kind: 'RECHARGE',
    idempotencyKey: `recharge:${id}`,
    wallet: recharge.account_id,
    counterpart: `payments:${recharge.method}`,
    amount: recharge.amount,
  });
  failpoint('recharge.posted');
  await sql`
    UPDATE recharge SET status = 'PAID', paid_at = billing_clock(), provider_transaction_id = ${payment.transactionId},
      ledger_transaction_id = ${transactionId}
    WHERE id = ${id}`.execute(transaction);
}

function providerOf(providers: Providers, method: RechargeMethod): PaymentProvider {
  const provider = providers[method];
  if (!provider) throw new ProductError('NOT_IMPLEMENTED');
  return provider;
}

function isWithinLimits(fen: Fen): boolean {
  return fen >= parseAmount(rechargeLimits.minimum) && fen <= parseAmount(rechargeLimits.maximum);
}

async function refuseTooMany(transaction: Transaction, userId: string, now: Date): Promise<void> {
  const { points, duration } = limits.recharges;
  const { count } = await transaction
    .selectFrom('recharge')
    .select(sql<bigint>`count(*)`.as('count'))
    .where('user_id', '=', userId)
    .where('created_at', '>', new Date(now.getTime() - duration * 1_000))
    .executeTakeFirstOrThrow();
  if (count >= BigInt(points)) {
    throw new ProductError('REQUEST_FAILED', { reason: 'RATE_LIMITED', retryAfter: duration });
  }
}

async function isExpired(database: Database, id: string): Promise<boolean> {
  const row = await database
    .selectFrom('recharge')
    .select(sql<boolean>`expires_at < billing_clock()`.as('expired'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return row.expired;
}

async function currentRecharge(database: Database, id: string): Promise<Recharge> {
  return toRecharge(
    await database.selectFrom('recharge').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  );
}

/** 25 characters that providers take: R, the time in UTC, ten random digits. */
function newRechargeId(now: Date): string {
  return `R${now.toISOString().replace(/\D/g, '').slice(0, 14)}${randomBytes(5).toString('hex')}`;
}

function toRecharge(row: RechargeRow): Recharge {
  return {
    id: row.id,
    method: row.method,
    status: row.status,
    amount: formatAmount(row.amount),
    paymentAmount: formatAmount(row.payment_amount),
    codeUrl: row.status === 'PENDING' ? row.code_url : null,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    paidAt: row.paid_at?.toISOString() ?? null,
  };
}
