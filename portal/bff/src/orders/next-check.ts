/** When an order is next compared with its Workload if only time passes. Pure. */
import { soonest } from '@gpulease/kube';
import { DELIVERY_MS, termEndOf } from './delivery.ts';
import { HOUR_MS } from '../clock.ts';
import { SWEEP_MS, type OrderInBooks } from './order-facts.ts';

/** Less than the half day after which `fundedUntil` is renewed: a value just short of renewal is renewed at the next check. */
const LONGEST_MS = 10 * HOUR_MS;

/** Returns the next check, undefined until a change: halfway to the end of the money, which machines may share. */
export function nextCheckAt(
  order: Pick<OrderInBooks, 'mode' | 'termEnd' | 'owedSince' | 'deliveredAt' | 'rejection' | 'lowAt' | 'at'>,
): Date | undefined {
  if (order.mode === 'RESERVED') return nextCheckOfTerm(order);
  if (order.lowAt === null) return undefined;
  const halfway = (order.lowAt.getTime() - order.at.getTime()) / 2;
  return new Date(order.at.getTime() + Math.min(Math.max(halfway, SWEEP_MS), LONGEST_MS));
}

/** Returns when the first run is overdue or the term ends. Rejected and abandoned orders only wait for their Workload. */
function nextCheckOfTerm(
  order: Pick<OrderInBooks, 'termEnd' | 'owedSince' | 'deliveredAt' | 'rejection'>,
): Date | undefined {
  const { owedSince, deliveredAt, rejection } = order;
  const end = termEndOf(order);
  if (rejection !== null || end === null) return undefined;
  if (owedSince === null || deliveredAt !== null) return end;
  return soonest(end, new Date(owedSince.getTime() + DELIVERY_MS));
}
