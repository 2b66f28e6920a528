/** Refunds of reserved terms that end early. Pure. */
import type { PricingUnit, TermRefundReason } from '@gpulease/contract/enums';
import { least, type Fen } from '@gpulease/contract/money';
import { TERM_REFUND_PERCENT, termEnd } from '@gpulease/contract/rating';
import type { Row } from '../database/schema.ts';
import { failureOf } from './rejections.ts';

/**
 * Returns the refund of a term that ends at `at`, without outage credits. If the platform cannot deliver it: everything
 * if it has not begun, otherwise the rest of the term to the second.
 */
export function refundAt(
  order: Row<'workload_order'>,
  at: Date,
): { readonly amount: Fen; readonly reason: TermRefundReason } {
  if (failureOf(order.rejection) === undefined)
    return { amount: cancellationRefund(order, at), reason: 'CANCELLED' };
  if (isUnbegun(order, at))
    return { amount: (order.term_charge ?? 0n) - order.term_credited, reason: 'NOT_DELIVERED' };
  if (order.delivered_at === null)
    return { amount: restOf(order, order.owed_since ?? at), reason: 'NOT_DELIVERED' };
  return { amount: restOf(order, at), reason: 'NOT_PLACEABLE' };
}

export type Term = Pick<
  Row<'workload_order'>,
  'term_start' | 'term_charge' | 'term_units' | 'unit' | 'owed_since' | 'delivered_at' | 'term_credited'
>;

/** Returns everything before the term begins; afterwards a share of the units that have not begun by the calendar. */
export function cancellationRefund(term: Term, now: Date): Fen {
  const { term_start: start, term_charge: charge, term_units: units, unit } = term;
  if (start === null || charge === null) return 0n;
  const left = charge - term.term_credited;
  if (isUnbegun(term, now)) return left;
  const share = BigInt(TERM_REFUND_PERCENT);
  return least((charge * unusedUnits(start, unit, units, now) * share) / (units * 100n), left);
}

/** Whether it is before the start, or the first run is owed since then. Switching the machine off lets it begin. */
export function isUnbegun(term: Term, now: Date): boolean {
  const { term_start: start, owed_since: owedSince, delivered_at: deliveredAt } = term;
  if (start === null || deliveredAt !== null) return false;
  return now < start || (owedSince !== null && owedSince <= start);
}

/** Units count from the term's start: of three months from 31 January the second begins on the last day of February. */
function unusedUnits(start: Date, unit: PricingUnit, units: bigint, now: Date): bigint {
  const starts = Array.from({ length: Number(units) }, (_, index) => termEnd(start, unit, index));
  return BigInt(starts.filter((unitStart) => unitStart > now).length);
}

/** Returns the part of the charge for the rest of the term. */
function restOf(
  { term_start: start, term_end: end, term_charge, term_credited }: Row<'workload_order'>,
  now: Date,
): Fen {
  if (start === null || end === null || term_charge === null || now >= end) return 0n;
  const [rest, whole] = [end.getTime() - now.getTime(), end.getTime() - start.getTime()];
  return least((term_charge * BigInt(Math.min(rest, whole))) / BigInt(whole), term_charge - term_credited);
}
