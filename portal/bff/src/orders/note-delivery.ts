/** Records the delivery of a reserved term in the books: its state, its events and the credits for it. */
import type { Row, Transaction } from '../database/schema.ts';
import { deliver, outageCredit, type Delivery, type DeliveryEvent } from './delivery.ts';
import { refundTerm } from './order-states.ts';

/** Returns the delivery of an order with a term. */
export function deliveryOf(order: Row<'workload_order'>): Delivery {
  return {
    start: order.term_start ?? order.accepted_at,
    end: order.term_end ?? order.accepted_at,
    unit: order.unit,
    units: Number(order.term_units),
    owedSince: order.owed_since,
    deliveredAt: order.delivered_at,
    lateMs: Number(order.late_ms),
    outageMs: Number(order.outage_ms),
  };
}

/** Whether events of the machine still change the term; the refund of a canceled or abandoned term is settled. */
export function isDelivering({ state, rejection, cancelled_at }: Row<'workload_order'>): boolean {
  return state === 'ACTIVE' && rejection === null && cancelled_at === null;
}

/** Records events of a live term, credits undelivered time and returns the updated order. The caller has locked it. */
export async function noteDelivery(
  transaction: Transaction,
  order: Row<'workload_order'>,
  events: readonly DeliveryEvent[],
): Promise<Row<'workload_order'>> {
  const term = events.reduce(deliver, deliveryOf(order));
  const noted = await transaction
    .updateTable('workload_order')
    .set({ term_start: term.start, term_end: term.end })
    .set({ owed_since: term.owedSince, delivered_at: term.deliveredAt })
    .set({ late_ms: BigInt(term.lateMs), outage_ms: BigInt(term.outageMs) })
    .where('id', '=', order.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const credit = outageCredit(deliveryOf(noted), noted.term_charge ?? 0n) - noted.term_credited;
  if (credit <= 0n) return noted;
  await refundTerm(transaction, noted, credit, 'OUTAGE');
  return { ...noted, term_credited: noted.term_credited + credit };
}
