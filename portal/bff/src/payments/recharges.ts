/** Creates recharges: the row is committed before the provider is called with our number, so that a retry pays once. */
import { randomBytes } from 'node:crypto';
import type { Recharge } from '@gpulease/contract/billing';
import { parseAmount, type Fen } from '@gpulease/contract/money';
import type { Body } from '@gpulease/contract/routes';
import { sql } from 'kysely';
import { failpoint } from '../database/failpoint.ts';
import type { Database, Row, Transaction } from '../database/schema.ts';
import { invalidFields, ProductError } from '../http/product-error.ts';
import { requestId } from '../http/request-id.ts';
import { billingClock } from '../ledger/ledger.ts';
import { walletOf } from '../ledger/wallets.ts';
import { paymentLimits, rechargeLimits } from './limits.ts';
import { providerOf, type Providers } from './providers.ts';
import { readRecharge, toRecharge } from './recharge-view.ts';

/** How long a QR code can be paid. */
const LIFETIME_MS = 30 * 60_000;

/**
 * Creates a recharge; its payment code is requested after the commit (`requestCode`). Throws the errors of `providerOf`,
 * INVALID_ARGUMENT for an amount outside the limits, and RATE_LIMITED.
 */
export async function createRecharge(
  transaction: Transaction,
  providers: Providers,
  userId: string,
  { amount, method }: Body<'createRecharge'>,
): Promise<Recharge> {
  providerOf(providers, method);
  const fen = parseAmount(amount);
  if (!isWithinLimits(fen)) throw invalidFields({ amount: 'amountRange' });
  const now = await billingClock(transaction);
  await refuseTooMany(transaction, userId, now);
  const row = await transaction
    .insertInto('recharge')
    .values({
      id: newPaymentId('R', now),
      user_id: userId,
      account_id: walletOf(userId),
      method,
      amount: fen,
      payment_amount: fen,
      created_at: now,
      expires_at: new Date(now.getTime() + LIFETIME_MS),
      next_check_at: now,
      request_id: requestId() ?? null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return toRecharge({ ...row, refunded: 0n });
}

/** Requests the code of an open recharge from the provider, and stores it. */
export async function requestCode(database: Database, providers: Providers, id: string): Promise<Recharge> {
  const recharges = database.selectFrom('recharge').selectAll();
  const row = await recharges.where('id', '=', id).executeTakeFirstOrThrow();
  if (row.status === 'PENDING' && row.code_url === null) await fetchCode(database, providers, row);
  return readRecharge(database, id);
}

async function fetchCode(database: Database, providers: Providers, row: Row<'recharge'>): Promise<void> {
  failpoint('recharge.committed');
  const codeUrl = await providerOf(providers, row.method).create({
    outTradeNo: row.id,
    amount: row.payment_amount,
    expiresAt: row.expires_at,
    userId: row.user_id,
  });
  failpoint('recharge.ordered');
  await sql`UPDATE recharge SET code_url = ${codeUrl} WHERE id = ${row.id} AND code_url IS NULL`.execute(
    database,
  );
}

/** Returns 25 characters that providers accept: a letter, the time in UTC, ten random hexadecimal digits. */
export function newPaymentId(letter: 'R' | 'B' | 'A', now: Date): string {
  return `${letter}${now.toISOString().replace(/\D/g, '').slice(0, 14)}${randomBytes(5).toString('hex')}`;
}

function isWithinLimits(fen: Fen): boolean {
  return fen >= parseAmount(rechargeLimits.minimum) && fen <= parseAmount(rechargeLimits.maximum);
}

async function refuseTooMany(transaction: Transaction, userId: string, now: Date): Promise<void> {
  const { points, duration } = paymentLimits.recharges;
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
