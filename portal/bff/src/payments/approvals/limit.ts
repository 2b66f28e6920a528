import type { Fen } from '@gpulease/contract/money';

/** Whether so much, in or out, needs a second operator; never without a limit. Fen. */
export function needsSecond(amount: Fen, limit: Fen | undefined): boolean {
  if (limit === undefined) return false;
  return amount > limit || -amount > limit;
}
