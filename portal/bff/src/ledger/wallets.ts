/** Customers' wallets: the balance, and how much of it is held. */
import { formatAmount, type Fen } from '@gpulease/contract/money';
import { sql } from 'kysely';
import type { Transaction } from '../database/schema.ts';
import { ProductError } from '../http/product-error.ts';

/** Returns the ledger account of a user's wallet. */
export function walletOf(userId: string): string {
  return `wallet:${userId}`;
}

/** Locks wallets until the transaction ends; required before any change of a wallet's money or orders. */
export async function lockWallets(transaction: Transaction, accountIds: readonly string[]): Promise<void> {
  await sql`SELECT FROM wallet WHERE account_id = ANY(${accountIds}) ORDER BY account_id FOR UPDATE`.execute(
    transaction,
  );
}

/** Returns the fen that are missing until `amount` is available; 0 if it is. The wallet is locked. */
export async function missingFor(transaction: Transaction, accountId: string, amount: Fen): Promise<Fen> {
  const missing = amount - (await available(transaction, accountId));
  return missing > 0n ? missing : 0n;
}

/** Throws INSUFFICIENT_FUNDS if fen are missing; pass CUSTOMER_FUNDS when the caller is an operator. */
export function refuseMissing(missing: Fen, reason?: 'CUSTOMER_FUNDS'): void {
  if (missing > 0n) throw new ProductError('INSUFFICIENT_FUNDS', { reason, missing: formatAmount(missing) });
}

/** Returns the part of the balance that is not held. The wallet is locked. */
export async function available(transaction: Transaction, accountId: string): Promise<Fen> {
  const wallet = await transaction
    .selectFrom('wallet')
    .select(['balance', 'held'])
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return wallet.balance - wallet.held;
}
