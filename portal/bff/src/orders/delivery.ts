/**
 * The delivery of a reserved term. The platform owes a run from the planned start; the term begins with the first run,
 * and time owed after that is credited. Nothing is owed while the customer keeps the machine off. Pure.
 */
import { workloadReasons } from '@gpulease/crds';
import type { PricingUnit } from '@gpulease/contract/enums';
import { divideHalfUp, type Fen } from '@gpulease/contract/money';
import { termEnd } from '@gpulease/contract/rating';
import { latest } from '../clock.ts';

export interface Delivery {
  readonly start: Date;
  readonly end: Date;
  readonly unit: PricingUnit;
  readonly units: number;
  /** The time since which a run is owed; null during a run and while the customer keeps the machine off. */
  readonly owedSince: Date | null;
  /** When the first run began. */
  readonly deliveredAt: Date | null;
  /** How far the term was moved. */
  readonly lateMs: number;
  /** How long runs were owed after the first one. */
  readonly outageMs: number;
}

export type DeliveryEvent =
  | { readonly what: 'started'; readonly at: Date }
  | { readonly what: 'ended'; readonly at: Date; readonly endReason: string }
  /** `over`: the end of the term or of its order. */
  | { readonly what: 'switchedOff' | 'switchedOn' | 'over'; readonly at: Date };

/** If a machine has not run this long after its run became due, the term is abandoned and refunded in full. */
export const DELIVERY_MS = 30 * 60_000;

/** End reasons of runs that neither the customer nor the guest ended. */
const endedByPlatform: ReadonlySet<string> = new Set([
  workloadReasons.nodeLost,
  workloadReasons.preempted,
  workloadReasons.maintenance,
  workloadReasons.moving,
  workloadReasons.maintenanceMove,
]);

/** Returns the term after an event; events are in chronological order. */
export function deliver(term: Delivery, event: DeliveryEvent): Delivery {
  switch (event.what) {
    case 'started':
      return started(term, event.at);
    case 'ended':
      return endedByPlatform.has(event.endReason) ? { ...term, owedSince: event.at } : term;
    case 'switchedOn':
      return isAwaited(term) ? { ...term, owedSince: latest(event.at, term.start) } : term;
    case 'switchedOff':
    case 'over':
      return { ...term, outageMs: outageAt(term, event.at), owedSince: null };
  }
}

function started(term: Delivery, at: Date): Delivery {
  const { owedSince, deliveredAt, start, unit, units } = term;
  if (deliveredAt !== null) return { ...term, outageMs: outageAt(term, at), owedSince: null };
  const lateMs = owedSince === null ? 0 : Math.max(at.getTime() - owedSince.getTime(), 0);
  const begin = new Date(start.getTime() + lateMs);
  const moved = { start: begin, end: termEnd(begin, unit, units), lateMs };
  return { ...term, ...moved, deliveredAt: at, owedSince: null };
}

type Owed = Pick<Delivery, 'owedSince' | 'deliveredAt'>;

/** Whether it was switched off before its first run. */
function isAwaited({ deliveredAt, owedSince }: Owed): boolean {
  return deliveredAt === null && owedSince === null;
}

function outageAt({ owedSince, deliveredAt, outageMs, end }: Delivery, at: Date): number {
  if (owedSince === null || deliveredAt === null) return outageMs;
  return outageMs + Math.max(Math.min(at.getTime(), end.getTime()) - owedSince.getTime(), 0);
}

/** Returns the part of a term's charge to refund for outages, pro rata, rounded half up once over all outages. */
export function outageCredit({ start, end, outageMs }: Delivery, charge: Fen): Fen {
  return divideHalfUp(charge * BigInt(outageMs), BigInt(end.getTime() - start.getTime()));
}

/** Whether the first run is so late that the term is abandoned. */
export function isUndelivered({ owedSince, deliveredAt }: Owed, now: Date): boolean {
  if (deliveredAt !== null || owedSince === null) return false;
  return now.getTime() >= owedSince.getTime() + DELIVERY_MS;
}

/** Returns until when the machine may run; a short term does not end before its first run is overdue. */
export function termEndOf(term: Owed & { readonly termEnd: Date | null }): Date | null {
  const { termEnd: end, owedSince, deliveredAt } = term;
  if (end === null || owedSince === null || deliveredAt !== null) return end;
  return latest(end, new Date(owedSince.getTime() + DELIVERY_MS));
}

/** Returns the switch event that is not in the books yet: the customer switched the machine off, or on again. */
export function switchEvent(
  term: Owed,
  powerState: 'Running' | 'Stopped',
  at: Date,
): DeliveryEvent | undefined {
  if (powerState === 'Stopped') return term.owedSince === null ? undefined : { what: 'switchedOff', at };
  return isAwaited(term) ? { what: 'switchedOn', at } : undefined;
}
