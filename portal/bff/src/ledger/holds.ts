/** Money put aside: for an order while its machine may run, and for a refund until the provider has paid it. */
import type { PricingUnit } from '@gpulease/contract/enums';
import type { Fen, MicroYuan } from '@gpulease/contract/money';
import { sql } from 'kysely';
import type { Transaction } from '../database/schema.ts';
import { missingFor } from './wallets.ts';

export interface NewHold {
  readonly orderId: string;
  readonly accountId: string;
  /** What the runs that it stands for cost. */
  readonly price: MicroYuan;
  readonly unit: PricingUnit;
  readonly amount: Fen;
}

/**
 * Puts money aside, out of what is available; the caller has locked and settled the wallet. Returns what is missing, in
 * fen, where the wallet has not enough, and then does nothing.
 */
export async function placeHold(transaction: Transaction, hold: NewHold): Promise<Fen> {
  const missing = await missingFor(transaction, hold.accountId, hold.amount);
  if (missing > 0n) return missing;
  await sql`
    WITH held AS (UPDATE wallet SET held = held + ${hold.amount} WHERE account_id = ${hold.accountId})
    INSERT INTO hold (order_id, account_id, price, unit, target, amount, created_at)
    VALUES (${hold.orderId}, ${hold.accountId}, ${hold.price}, ${hold.unit}, ${hold.amount}, ${hold.amount},
      billing_clock())`.execute(transaction);
  return 0n;
}

/** Whether money is put aside for an order. */
export async function hasHold(transaction: Transaction, orderId: string): Promise<boolean> {
  const hold = await transaction
    .selectFrom('hold')
    .select('id')
    .where('order_id', '=', orderId)
    .where('released_at', 'is', null)
    .executeTakeFirst();
  return hold !== undefined;
}

/** Gives an order's live hold back to what is available; true when there was one. The caller has locked the wallet. */
export async function releaseHold(transaction: Transaction, orderId: string): Promise<boolean> {
  const { rows } = await sql`
    WITH released AS (
      UPDATE hold SET released_at = billing_clock()
      WHERE order_id = ${orderId} AND released_at IS NULL
      RETURNING account_id, amount
    )
    UPDATE wallet SET held = held - released.amount FROM released WHERE wallet.account_id = released.account_id
    RETURNING wallet.account_id`.execute(transaction);
  return rows.length > 0;
}

export interface RefundHold {
  readonly refundId: string;
  readonly accountId: string;
  readonly amount: Fen;
}

/** As `placeHold`, for money that is about to go back to where it came from. */
export async function placeRefundHold(transaction: Transaction, hold: RefundHold): Promise<Fen> {
  const missing = await missingFor(transaction, hold.accountId, hold.amount);
  if (missing > 0n) return missing;
  await sql`
    WITH held AS (UPDATE wallet SET held = held + ${hold.amount} WHERE account_id = ${hold.accountId})
    INSERT INTO hold (refund_id, account_id, target, amount, created_at)
    VALUES (${hold.refundId}, ${hold.accountId}, ${hold.amount}, ${hold.amount}, billing_clock())`.execute(
    transaction,
  );
  return 0n;
}

/** Ends the hold of a refund; the caller has locked the wallet. */
export async function releaseRefundHold(transaction: Transaction, refundId: string): Promise<void> {
  await sql`
    WITH released AS (
      UPDATE hold SET released_at = billing_clock() WHERE refund_id = ${refundId} RETURNING account_id, amount
    )
    UPDATE wallet SET held = held - released.amount FROM released
    WHERE wallet.account_id = released.account_id`.execute(transaction);
}
