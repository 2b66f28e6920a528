/** What a user's spending limits allow. Pure, so that server and browser decide alike. */
import type { SpendingExcess } from './common.ts';
import type { Spending } from './me.ts';
import { formatAmount, parseAmount, type Fen } from './money.ts';

/** Page where a customer sees and changes the limits. */
export const LIMITS_PATH = '/profile#spending-limits';

/** Cost that an order or a start adds. */
interface Addition {
  /** Hourly cost; 0 for a reserved term, which is paid at once. */
  readonly perHour: Fen;
  /** Immediate charge. */
  readonly charge: Fen;
}

/**
 * Returns the first limit that would be exceeded; undefined if none. The hourly limit always counts. Daily and monthly limits
 * count if they stop machines: an immediate charge must fit, while metered usage may begin until the limit is reached, because
 * it can be stopped then.
 */
export function excessOf({ items, stops }: Spending, added: Addition): SpendingExcess | undefined {
  for (const { of, used, limit } of items) {
    if (limit === null || (of !== 'HOUR' && !stops)) continue;
    const needed = neededOf(of, added);
    const isBeyond = needed > 0n && needed > parseAmount(limit) - parseAmount(used);
    if (isBeyond)
      return { of, limit, used, asked: formatAmount(of === 'HOUR' ? added.perHour : added.charge) };
  }
  return undefined;
}

/** Returns how much of a limit must be left; 0 if the limit does not apply. */
function neededOf(of: SpendingExcess['of'], { perHour, charge }: Addition): Fen {
  if (of === 'HOUR') return perHour;
  if (charge > 0n) return charge;
  return perHour > 0n ? 1n : 0n;
}
