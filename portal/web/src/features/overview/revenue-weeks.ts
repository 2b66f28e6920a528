/** What was earned, against the week before. Pure. */
import { formatAmount, parseAmount, type Fen } from '@gpulease/contract/money';
import type { Overview } from '@gpulease/contract/overview';

type RevenueDay = Overview['money']['revenue'][number];

interface RevenueWeeks {
  /** Yuan, so far. */
  readonly today: string;
  /** Yuan of the last seven whole days. */
  readonly week: string;
  /** By how many percent the week is above the one before, below where negative; undefined where nothing was earned then. */
  readonly change: number | undefined;
  /** The week and today, each beside the same day of the week before. */
  readonly days: readonly (RevenueDay & { readonly amount: string; readonly before: string })[];
}

const WEEK = 7;

/** Of two weeks and today, which is the last day. */
export function revenueWeeks(revenue: readonly RevenueDay[]): RevenueWeeks {
  const totals = revenue.map(totalOf);
  const [before, week] = [sumOf(totals.slice(0, WEEK)), sumOf(totals.slice(WEEK, 2 * WEEK))];
  return {
    today: formatAmount(totals.at(-1) ?? 0n),
    week: formatAmount(week),
    change: before > 0n ? Number(((week - before) * 100n) / before) : undefined,
    days: revenue.slice(WEEK).map((day, index) => ({
      ...day,
      amount: formatAmount(totals[index + WEEK] ?? 0n),
      before: formatAmount(totals[index] ?? 0n),
    })),
  };
}

function totalOf({ byMode }: RevenueDay): Fen {
  return sumOf(Object.values(byMode).map(parseAmount));
}

function sumOf(amounts: readonly Fen[]): Fen {
  return amounts.reduce((sum, amount) => sum + amount, 0n);
}
