/** When spending reaches the user's limits. Pure. */
import { HOUR_MS } from '../clock.ts';

/** A day or month in Asia/Shanghai with a spending limit. Amounts are fen. */
export interface LimitedPeriod {
  readonly of: 'DAY' | 'MONTH';
  readonly limit: number;
  readonly spent: number;
  readonly since: Date;
  /** Exclusive. */
  readonly until: Date;
}

/** A limit on the hourly cost of all machines. */
export interface HourLimit {
  readonly of: 'HOUR';
  /** Fen. */
  readonly limit: number;
  /** When the user chose it. */
  readonly since: Date;
}

/** An order that may have a hold. */
interface HeldOrder {
  readonly heldSince: Date | null;
  /** In micro-yuan; 0 without a hold. */
  readonly perHour: number;
}

const MICRO_YUAN_PER_FEN = 10_000;

/** Returns when spending reaches `amount` at `burn` micro-yuan an hour: `at` if it already has, undefined if not in the period. */
export function whenSpent(
  { spent, until }: LimitedPeriod,
  amount: number,
  { at, burn }: { readonly at: Date; readonly burn: number },
): Date | undefined {
  if (spent >= amount) return at;
  if (burn <= 0) return undefined;
  const left = Math.ceil(((amount - spent) * MICRO_YUAN_PER_FEN * HOUR_MS) / burn);
  return left < until.getTime() - at.getTime() ? new Date(at.getTime() + left) : undefined;
}

export function isReached({ limit, spent }: LimitedPeriod): boolean {
  return spent >= limit;
}

/** Returns the spending, in fen, at which a user is first notified. */
export function nearLimit(limit: number): number {
  return Math.ceil((limit * 8) / 10);
}

/** Returns orders that exceed the limit, admitting them in the order of their starts. Fractions of a fen do not count, as at a start. */
export function beyondHour<T extends HeldOrder>(orders: readonly T[], { limit }: HourLimit): T[] {
  let used = 0;
  return orders
    .toSorted((one, other) => Number(one.heldSince) - Number(other.heldSince))
    .filter(({ perHour }) => {
      const fen = Math.floor(perHour / MICRO_YUAN_PER_FEN);
      const isBeyond = used + fen > limit;
      if (!isBeyond) used += fen;
      return isBeyond;
    });
}
