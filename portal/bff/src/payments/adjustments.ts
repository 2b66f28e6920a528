/** Credits and debits by an operator, with a reason. */
import type { Adjustment } from '@gpulease/contract/adjustments';
import { formatAmount, parseAmount, type Fen } from '@gpulease/contract/money';
import type { Body } from '@gpulease/contract/routes';
import type { Transaction } from '../database/schema.ts';
import { notFound } from '../http/not-found.ts';
import { billingClock, post } from '../ledger/ledger.ts';
import { missingFor, refuseMissing, walletOf } from '../ledger/wallets.ts';
import { settle } from '../metering/settlement.ts';
import { collect } from './receivables.ts';

/** A customer on whom an operator acts. */
export interface Customer {
  readonly userId: string;
  readonly username: string;
}

/** Returns the customer with that username. Throws RESOURCE_NOT_FOUND, also for operators, who have no wallet. */
export async function customerOf(transaction: Transaction, username: string): Promise<Customer> {
  const { id: userId } = await transaction
    .selectFrom('user_account')
    .innerJoin('wallet', 'wallet.user_id', 'user_account.id')
    .select('user_account.id')
    .where('username', '=', username)
    .executeTakeFirstOrThrow(notFound);
  return { userId, username };
}

/** Returns the username of an existing user. */
export async function usernameOf(transaction: Transaction, userId: string): Promise<string> {
  const { username } = await transaction
    .selectFrom('user_account')
    .select('username')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return username;
}

export interface AdjustmentOrder extends Customer, Body<'createAdjustment'> {
  readonly actor: string;
  /** The key that makes repeated requests one adjustment. */
  readonly key: string;
}

export interface BookedAdjustment extends Pick<AdjustmentOrder, 'userId' | 'reason' | 'key'> {
  readonly amount: Fen;
  /** Null: the platform itself. */
  readonly actor: string | null;
  /** The order of the machine that the adjustment is for. */
  readonly orderId?: string | undefined;
}

/** Settles the wallet. Throws INSUFFICIENT_FUNDS for a debit above the available balance. */
export async function checkAdjustment(transaction: Transaction, wallet: string, amount: Fen): Promise<void> {
  await settle(transaction, [wallet]);
  if (amount < 0n) refuseMissing(await missingFor(transaction, wallet, -amount), 'CUSTOMER_FUNDS');
}

/** Credits a wallet, paying debts first, or debits it, after settling usage. Throws INSUFFICIENT_FUNDS. */
export async function createAdjustment(
  transaction: Transaction,
  { userId, username, amount: text, reason, actor, key }: AdjustmentOrder,
): Promise<Adjustment> {
  const amount = parseAmount(text);
  const { id, collected } = await bookAdjustment(transaction, { userId, amount, reason, actor, key });
  const { balance } = await transaction
    .selectFrom('wallet')
    .select('balance')
    .where('account_id', '=', walletOf(userId))
    .executeTakeFirstOrThrow();
  return {
    id: id.toString(),
    user: username,
    amount: formatAmount(amount),
    collected: formatAmount(collected),
    balanceAfter: formatAmount(balance),
    operator: actor,
    reason,
    createdAt: (await billingClock(transaction)).toISOString(),
  };
}

/** Does the same as `createAdjustment`; returns how much of a credit paid the customer's debts. */
export async function bookAdjustment(
  transaction: Transaction,
  { userId, amount, reason, actor, key, orderId }: BookedAdjustment,
): Promise<{ readonly id: bigint; readonly collected: Fen }> {
  const wallet = walletOf(userId);
  await checkAdjustment(transaction, wallet, amount);
  const { transactionId: id } = await post(transaction, {
    kind: 'ADJUSTMENT',
    idempotencyKey: `adjustment:${key}`,
    wallet,
    counterpart: 'adjustments',
    amount,
    reason,
    ...(actor !== null && { actor }),
    ...(orderId !== undefined && { orderId }),
  });
  return { id, collected: amount > 0n ? await collect(transaction, wallet) : 0n };
}
