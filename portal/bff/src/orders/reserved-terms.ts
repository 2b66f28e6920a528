/** Ends reserved terms: the charge becomes revenue, less the refunds for cancellation and for time not delivered. */
import { fundedReasons } from '@gpulease/crds';
import { sql } from 'kysely';
import type { Row, Transaction } from '../database/schema.ts';
import { isUndelivered } from './delivery.ts';
import type { OrderFacts } from './funding.ts';
import { deliveryOf, noteDelivery } from './note-delivery.ts';
import { checkExpectedRefund, endOrder, lockOrder, refundTerm } from './order-states.ts';
import { failureOf, type OrderFailure } from './rejections.ts';
import { isUnbegun, refundAt } from './term-refund.ts';
import { billingClock } from '../ledger/ledger.ts';
import { settle } from '../metering/settlement.ts';

/** Ends an order whose term is over, unless it was canceled before: its charge becomes revenue. */
export async function endTerm(transaction: Transaction, orderId: string): Promise<void> {
  const order = await lockLive(transaction, orderId);
  if (order?.cancelled_at !== null) return;
  await settle(transaction, [order.account_id]);
  await close(transaction, await over(transaction, order, order.term_end));
}

/** Ends an order whose machine was destroyed. A reserved order is refunded the agreed amount, or its current value. */
export async function endDestroyed(transaction: Transaction, order: Row<'workload_order'>): Promise<void> {
  if (order.state !== 'ACTIVE' && order.state !== 'PLACED') return;
  if (order.mode !== 'RESERVED') return endOrder(transaction, order, { state: 'CLOSED' });
  await refundRest(transaction, order);
}

/**
 * Cancels a live reserved term at its current refund, regardless of later reports on its delivery; the caller's transaction
 * destroys the machine. A term that is already canceled keeps its amount. Throws REFUND_CHANGED if the refund is not
 * `expected`, in yuan.
 */
export async function agreeOnRefund(transaction: Transaction, orderId: string, expected?: string) {
  const order = await lockLive(transaction, orderId);
  if (order === undefined) return;
  const cancelled_at = order.cancelled_at ?? (await billingClock(transaction));
  const agreed_refund = order.agreed_refund ?? refundAt(order, cancelled_at).amount;
  checkExpectedRefund(agreed_refund, expected);
  if (order.cancelled_at !== null) return;
  await transaction
    .updateTable('workload_order')
    .set({ cancelled_at, agreed_refund })
    .where('id', '=', orderId)
    .execute();
}

/** Records why an order cannot be delivered, unless it was, or a start was requested since. Refunded once no machine is left. */
export async function giveUpOrder(
  transaction: Transaction,
  seen: Pick<OrderFacts, 'startRequestedAt'> & { readonly id: string },
  failure: OrderFailure,
): Promise<void> {
  const order = await lockActive(transaction, seen.id);
  if (order?.cancelled_at !== null) return;
  if (order.start_requested_at?.getTime() !== seen.startRequestedAt?.getTime()) return;
  const now = await billingClock(transaction);
  if (failure === fundedReasons.notDelivered && !isUndelivered(deliveryOf(order), now)) return;
  const note = sql`UPDATE workload_order SET rejection = ${failure} WHERE id = ${order.id} AND rejection IS NULL`;
  await note.execute(transaction);
}

/** Refunds what an abandoned order has paid or holds, and ends it. */
export async function refundGivenUp(transaction: Transaction, orderId: string): Promise<void> {
  const order = await lockActive(transaction, orderId);
  if (order === undefined || failureOf(order.rejection) === undefined) return;
  await settle(transaction, [order.account_id]);
  if (order.mode === 'RESERVED') await refundRest(transaction, order);
  else await endOrder(transaction, order, { state: 'REJECTED' });
}

/** Refunds the undelivered part of the term, as of its cancellation or of now, and ends its order. */
async function refundRest(transaction: Transaction, order: Row<'workload_order'>): Promise<void> {
  const at = order.cancelled_at ?? (await billingClock(transaction));
  const { amount, reason } = refundAt(order, at);
  const ended = await over(transaction, order, at);
  await refundTerm(transaction, ended, order.agreed_refund ?? amount, reason);
  if (reason === 'NOT_DELIVERED' && isUnbegun(order, at))
    return endOrder(transaction, order, { state: 'REJECTED' });
  await close(transaction, ended);
}

async function lockLive(transaction: Transaction, orderId: string) {
  const order = await lockActive(transaction, orderId);
  return order?.mode === 'RESERVED' ? order : undefined;
}

async function lockActive(transaction: Transaction, orderId: string) {
  const order = await lockOrder(transaction, orderId);
  return order?.state === 'ACTIVE' ? order : undefined;
}

/** Ends the delivery: nothing is owed from then on. */
function over(transaction: Transaction, order: Row<'workload_order'>, at: Date | null) {
  return noteDelivery(transaction, order, [{ what: 'over', at: at ?? order.accepted_at }]);
}

/** Moves the charge, less refunds, from deferred revenue to revenue and closes the order; no wallet changes. */
async function close(transaction: Transaction, { id }: Row<'workload_order'>): Promise<void> {
  await sql`
    WITH kept AS (SELECT id, term_charge - term_credited AS amount FROM workload_order WHERE id = ${id}),
    posted AS (
      INSERT INTO ledger_transaction (kind, idempotency_key, input_hash, at, order_id)
      SELECT 'RECOGNITION', 'recognition:' || id, sha256(convert_to(amount::text, 'UTF8')), billing_clock(), id
      FROM kept WHERE amount > 0
      RETURNING id, order_id
    )
    INSERT INTO ledger_entry (transaction_id, account_id, amount)
    SELECT posted.id, account_id, sign * amount
    FROM posted JOIN kept ON kept.id = posted.order_id,
      (VALUES ('deferred-revenue', -1), ('term-revenue', 1)) AS side (account_id, sign)`.execute(transaction);
  await endOrder(transaction, { id }, { state: 'CLOSED' });
}
