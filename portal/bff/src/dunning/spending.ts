/** When spending comes to what its owner has chosen. Pure. */
import { HOUR_MS } from '../clock.ts';

/** A day or month of Asia/Shanghai in which its owner wants to spend so much at most. Amounts are fen. */
export interface LimitedPeriod {
  readonly of: 'DAY' | 'MONTH';
  readonly limit: number;
  readonly spent: number;
  readonly since: Date;
  /** No part of it. */
  readonly until: Date;
}

/** What machines may cost an hour together. */
export interface HourLimit {
  readonly of: 'HOUR';
  /** Fen. */
  readonly limit: number;
  /** When its owner chose it. */
  readonly since: Date;
}

/** An order with money put aside for it. */
interface HeldOrder {
  readonly heldSince: Date | null;
  /** In micro-yuan; 0 while nothing is put aside. */
  readonly perHour: number;
}

const MICRO_YUAN_PER_FEN = 10_000;

/** When so much of the period is spent at `burn` micro-yuan an hour, now where it already is; undefined if not within it. */
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

/** Of what is spent a user is told first when it is so much of the limit. */
export function nearLimit(limit: number): number {
  return Math.ceil((limit * 8) / 10);
}

/** Those that do not fit into the limit, in the order of their starts. Starts are let by whole fen, so parts of one do not count. */
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
