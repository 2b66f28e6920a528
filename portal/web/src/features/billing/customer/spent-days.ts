/** Spending by day. Days are in Asia/Shanghai, such as `2026-03-01`. Pure. */
import type { BillingSummary } from '@gpulease/contract/billing';
import { formatAmount, parseAmount } from '@gpulease/contract/money';
import { shanghaiDay } from '../../../i18n/shanghai-day.ts';

type Days = BillingSummary['days'];

/** The first day to load: covers last month and twice the shown period. */
export function firstNeeded(today: string, shown: number): string {
  const days = [`${monthBefore(today)}-01`, dayAfter(today, 1 - 2 * shown)];
  return days.sort()[0] ?? today;
}

/** Spending of today, yesterday, this month and last month in yuan. */
export function spentFigures(days: Days, today: string) {
  const spentIn = (period: string) =>
    formatAmount(
      days.filter(({ day }) => day.startsWith(period)).reduce((sum, { used }) => sum + parseAmount(used), 0n),
    );
  return {
    today: spentIn(today),
    yesterday: spentIn(dayAfter(today, -1)),
    thisMonth: spentIn(today.slice(0, 7)),
    lastMonth: spentIn(monthBefore(today)),
  };
}

/** Returns a lookup of the spending `daysBefore` days before a day; undefined if unknown. */
export function spentBefore(days: Days, daysBefore: number): (day: string) => string | undefined {
  const spentOn = new Map(days.map(({ day, used }) => [day, used]));
  return (day) => spentOn.get(dayAfter(day, -daysBefore));
}

const monthBefore = (today: string): string => dayAfter(`${today.slice(0, 7)}-01`, -1).slice(0, 7);

const dayAfter = (day: string, days: number): string => shanghaiDay(new Date(day), days);
