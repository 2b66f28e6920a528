/** What a user's limits of spending allow. Pure; server and browser decide alike. */
import type { SpendingExcess } from './common.ts';
import type { Spending } from './me.ts';
import { formatAmount, parseAmount, type Fen } from './money.ts';

/** Where a customer sees and changes them. */
export const LIMITS_PATH = '/profile#spending-limits';

/** What an order or a start adds. */
interface Addition {
  /** What it costs an hour from then on; 0 for a reserved term, which is paid at once. */
  readonly perHour: Fen;
  /** What is charged at once. */
  readonly charge: Fen;
}

/**
 * The first limit that would be gone beyond; undefined where none is. The limit of the hour always counts. Those of day and
 * month count where machines are stopped by them: what is paid at once must fit, and the rest may begin until they are reached,
 * for it can be stopped then.
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

/** How much must be left of a limit; nothing where it says nothing of this. */
function neededOf(of: SpendingExcess['of'], { perHour, charge }: Addition): Fen {
  if (of === 'HOUR') return perHour;
  if (charge > 0n) return charge;
  return perHour > 0n ? 1n : 0n;
}
