/** What was earned, against the week before. Pure. */
import { formatAmount, parseAmount, type Fen } from '@gpulease/contract/money';
import type { Overview } from '@gpulease/contract/overview';

type RevenueDay = Overview['money']['revenue'][number];

const WEEK = 7;

/** Of two weeks and today, which is the last day: the week and today, each day beside the same of the week before. */
export function revenueWeeks(revenue: readonly RevenueDay[]) {
  const totals = revenue.map(totalOf);
  const [before, week] = [sumOf(totals.slice(0, WEEK)), sumOf(totals.slice(WEEK, 2 * WEEK))];
  return {
    today: formatAmount(totals.at(-1) ?? 0n),
    /** Of the last seven whole days. */
    week: formatAmount(week),
    /** In percent, below where negative; undefined where nothing was earned then. */
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
