/** What was paid for a part of the time that was paid for. Pure. */
import type { Fen } from '@gpulease/contract/money';
import { soonest } from '@gpulease/kube';
import { latest } from '../clock.ts';

interface Stretch {
  readonly from: Date;
  readonly to: Date;
}

/** What was paid for a stretch of time. */
export interface PaidStretch extends Stretch {
  readonly amount: Fen;
}

/** Of each payment the share of its time that lies in the window, rounded down, so that it is never more than was paid. */
export function paidWithin(paid: readonly PaidStretch[], window: Stretch): Fen {
  return paid.reduce((sum, stretch) => sum + shareOf(stretch, window), 0n);
}

function shareOf({ from, to, amount }: PaidStretch, window: Stretch): Fen {
  const begin = latest(from, window.from).getTime();
  const end = soonest(to, window.to).getTime();
  if (begin >= end) return 0n;
  return (amount * BigInt(end - begin)) / BigInt(to.getTime() - from.getTime());
}
