/** The part of payments that falls into a time window. Pure. */
import type { Fen } from '@gpulease/contract/money';
import { soonest } from '@gpulease/kube';
import { latest } from '../clock.ts';

interface Stretch {
  readonly from: Date;
  readonly to: Date;
}

/** The payment for a stretch of time. */
export interface PaidPeriod extends Stretch {
  readonly amount: Fen;
}

/** Returns the share of each payment whose time lies in the window, rounded down so as never to exceed the payment. */
export function paidWithin(paid: readonly PaidPeriod[], window: Stretch): Fen {
  return paid.reduce((sum, stretch) => sum + shareOf(stretch, window), 0n);
}

function shareOf({ from, to, amount }: PaidPeriod, window: Stretch): Fen {
  const begin = latest(from, window.from).getTime();
  const end = soonest(to, window.to).getTime();
  if (begin >= end) return 0n;
  return (amount * BigInt(end - begin)) / BigInt(to.getTime() - from.getTime());
}
