/** Compares revenue with the week before. Pure. */
import { formatAmount, parseAmount, type Fen } from '@gpulease/contract/money';
import type { Overview } from '@gpulease/contract/overview';

type RevenueDay = Overview['money']['revenue'][number];

const WEEK = 7;

/** Expects two weeks and today, oldest first. Pairs the last week's days and today with the days a week before. */
export function revenueWeeks(revenue: readonly RevenueDay[]) {
  const totals = revenue.map(totalOf);
  const [before, week] = [sumOf(totals.slice(0, WEEK)), sumOf(totals.slice(WEEK, 2 * WEEK))];
  return {
    today: formatAmount(totals.at(-1) ?? 0n),
    /** Revenue of the last seven full days in yuan. */
    week: formatAmount(week),
    /** Percent above the week before, negative if below; undefined if that week had no revenue. */
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
