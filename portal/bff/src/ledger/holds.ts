/** Holds on a wallet's money: for an order while its machine may run, and for a refund until the provider has paid it. */
import type { PricingUnit } from '@gpulease/contract/enums';
import type { Fen, MicroYuan } from '@gpulease/contract/money';
import { sql, type RawBuilder } from 'kysely';
import type { Transaction } from '../database/schema.ts';
import { missingFor } from './wallets.ts';

/** A hold for an order, with the price and unit of its runs, or for a refund. */
type Hold = { readonly accountId: string; readonly amount: Fen } & (
  | { readonly orderId: string; readonly price: MicroYuan; readonly unit: PricingUnit }
  | { readonly refundId: string }
);

/** Holds available money, or returns the missing fen and holds nothing. The caller has locked and settled the wallet. */
export async function placeHold(transaction: Transaction, hold: Hold): Promise<Fen> {
  const missing = await missingFor(transaction, hold.accountId, hold.amount);
  if (missing > 0n) return missing;
  const { accountId, amount } = hold;
  const { orderId, refundId, price, unit } = { ...noOwner, ...hold };
  await sql`
    WITH held AS (UPDATE wallet SET held = held + ${amount} WHERE account_id = ${accountId})
    INSERT INTO hold (order_id, refund_id, account_id, price, unit, target, amount, created_at)
    VALUES (${orderId}, ${refundId}, ${accountId}, ${price}, ${unit}, ${amount}, ${amount}, billing_clock())`.execute(
    transaction,
  );
  return 0n;
}

const noOwner = { orderId: null, refundId: null, price: null, unit: null };

/** Whether an order has a live hold. */
export async function hasHold(transaction: Transaction, orderId: string): Promise<boolean> {
  const holds = transaction.selectFrom('hold').select('id').where('released_at', 'is', null);
  return (await holds.where('order_id', '=', orderId).executeTakeFirst()) !== undefined;
}

/** Releases an order's live hold; true if there was one. The caller has locked the wallet. */
export function releaseHold(transaction: Transaction, orderId: string): Promise<boolean> {
  return release(transaction, sql`order_id = ${orderId} AND released_at IS NULL`);
}

/** Releases the hold of a refund; the caller has locked the wallet. */
export async function releaseRefundHold(transaction: Transaction, refundId: string): Promise<void> {
  await release(transaction, sql`refund_id = ${refundId}`);
}

async function release(transaction: Transaction, which: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql`
    WITH released AS (
      UPDATE hold SET released_at = billing_clock()
      WHERE ${which}
      RETURNING account_id, amount
    )
    UPDATE wallet SET held = held - released.amount FROM released WHERE wallet.account_id = released.account_id
    RETURNING wallet.account_id`.execute(transaction);
  return rows.length > 0;
}
