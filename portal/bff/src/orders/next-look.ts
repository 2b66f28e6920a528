/** When an order is compared with its Workload again, though nothing has changed but the time. Pure. */
import { soonest } from '@gpulease/kube';
import { DELIVERY_MS, termEndOf } from './delivery.ts';
import { HOUR_MS } from '../clock.ts';
import { SWEEP_MS, type OrderInBooks } from './order-facts.ts';

/** Less than the half day after which `fundedUntil` is renewed: one that was just not renewed is so at the next look. */
const LONGEST_MS = 10 * HOUR_MS;

/** The next look, undefined until something changes; closer as the money ends, which machines may share, down to each sweep. */
export function nextLookAt(
  order: Pick<OrderInBooks, 'mode' | 'termEnd' | 'owedSince' | 'deliveredAt' | 'rejection' | 'lowAt' | 'at'>,
): Date | undefined {
  if (order.mode === 'RESERVED') return nextLookAtTerm(order);
  if (order.lowAt === null) return undefined;
  const halfway = (order.lowAt.getTime() - order.at.getTime()) / 2;
  return new Date(order.at.getTime() + Math.min(Math.max(halfway, SWEEP_MS), LONGEST_MS));
}

/** When the first run is too late or the term ends. Orders that were given up wait only for their Workload. */
function nextLookAtTerm(
  order: Pick<OrderInBooks, 'termEnd' | 'owedSince' | 'deliveredAt' | 'rejection'>,
): Date | undefined {
  const { owedSince, deliveredAt, rejection } = order;
  const end = termEndOf(order);
  if (rejection !== null || end === null) return undefined;
  if (owedSince === null || deliveredAt !== null) return end;
  return soonest(end, new Date(owedSince.getTime() + DELIVERY_MS));
}
