/** Transitions of an order from placed to active to closed, or to rejected. */
import { orderReasons } from '@gpulease/crds';
import type { TermRefundReason } from '@gpulease/contract/enums';
import { formatAmount, type Fen } from '@gpulease/contract/money';
import { sql } from 'kysely';
import { releaseHold } from '../ledger/holds.ts';
import { billingClock, post } from '../ledger/ledger.ts';
import type { Row, Transaction } from '../database/schema.ts';
import { ProductError } from '../http/product-error.ts';
import type { Rejection } from './rejections.ts';
import { lockWallets } from '../ledger/wallets.ts';

/** Locks the wallet of an order, then the order. Returns the order. */
export async function lockOrder(
  transaction: Transaction,
  id: string,
): Promise<Row<'workload_order'> | undefined> {
  const orders = transaction.selectFrom('workload_order').where('id', '=', id);
  const found = await orders.select('account_id').executeTakeFirst();
  if (!found) return undefined;
  await lockWallets(transaction, [found.account_id]);
  return orders.selectAll().forUpdate().executeTakeFirst();
}

/** Binds an order to the Workload created for it. Returns false if the order has another Workload, or is over. */
export async function bindOrder(
  transaction: Transaction,
  id: string,
  { uid, namespace, name }: { readonly uid: string; readonly namespace: string; readonly name: string },
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('workload_order')
    .set({ state: 'ACTIVE', workload_uid: uid })
    .where((eb) => eb.and({ id, namespace, name }))
    .where((eb) => eb.or([eb('state', '=', 'PLACED'), eb.and({ state: 'ACTIVE', workload_uid: uid })]))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Ends an order that never got its Workload: refunds the money and stores the reason. */
export async function rejectOrder(transaction: Transaction, id: string, rejection: Rejection): Promise<void> {
  const order = await lockOrder(transaction, id);
  if (order?.state !== 'PLACED') return;
  const reason = rejection === orderReasons.cancelled ? 'CANCELLED' : 'NOT_DELIVERED';
  await refundTerm(transaction, order, order.term_charge ?? 0n, reason);
  await endOrder(transaction, order, { state: 'REJECTED', rejection });
}

/**
 * Cancels an order that has no Workload yet. Returns the uid of its Workload if it has one by now. Throws REFUND_CHANGED
 * if the refund of a reserved term differs from `expected`, in yuan.
 */
export async function cancelOrder(
  transaction: Transaction,
  id: string,
  expected?: string,
): Promise<string | undefined> {
  const order = await lockOrder(transaction, id);
  if (order?.state !== 'PLACED') return order?.workload_uid ?? undefined;
  if (order.term_charge !== null) checkExpectedRefund(order.term_charge, expected);
  await rejectOrder(transaction, id, orderReasons.cancelled);
  return undefined;
}

/** Throws REFUND_CHANGED with the actual refund if it differs from `expected`, in yuan. */
export function checkExpectedRefund(amount: Fen, expected: string | undefined): void {
  const refund = formatAmount(amount);
  if (expected === undefined || expected === refund) return;
  throw new ProductError('REQUEST_FAILED', { reason: 'REFUND_CHANGED', refund });
}

/**
 * Releases the hold of a start that did not happen. A machine that had been stopped for lack of funds is out of funds
 * again since the original time, unless there was a recharge. The caller has locked the order.
 */
export async function undoStart(transaction: Transaction, id: string): Promise<void> {
  await releaseHold(transaction, id);
  await sql`
    UPDATE workload_order SET start_requested_at = NULL, out_of_funds_before = NULL, out_of_funds_at = CASE
      WHEN out_of_funds_before >= COALESCE((SELECT recharged_at FROM dunning d WHERE d.account_id = workload_order.account_id),
        '-infinity') THEN out_of_funds_before END
    WHERE id = ${id}`.execute(transaction);
}

/** Ends an order whose machine is destroyed or never existed. The caller has settled the wallet. */
export async function endOrder(
  transaction: Transaction,
  order: Pick<Row<'workload_order'>, 'id'>,
  change: { state: 'REJECTED' | 'CLOSED'; rejection?: Rejection },
): Promise<void> {
  await releaseHold(transaction, order.id);
  const closed_at = await billingClock(transaction);
  await transaction
    .updateTable('workload_order')
    .set({ ...change, closed_at })
    .where('id', '=', order.id)
    .execute();
}

/** Refunds part of a reserved term's charge. The caller has locked the order and read it since. */
export async function refundTerm(
  transaction: Transaction,
  { id, account_id, term_credited }: Row<'workload_order'>,
  amount: bigint,
  reason: TermRefundReason,
): Promise<void> {
  if (amount === 0n) return;
  const credited = term_credited + amount;
  const accounts = { wallet: account_id, counterpart: 'deferred-revenue' } as const;
  const idempotencyKey = `term-refund:${id}:${credited}`;
  await post(transaction, { ...accounts, kind: 'TERM_REFUND', idempotencyKey, amount, reason, orderId: id });
  await sql`UPDATE workload_order SET term_credited = ${credited} WHERE id = ${id}`.execute(transaction);
}
