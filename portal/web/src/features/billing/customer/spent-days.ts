/** What was spent on which days. Days are those of Asia/Shanghai: `2026-03-01`. Pure. */
import type { BillingSummary } from '@gpulease/contract/billing';
import { formatAmount, parseAmount } from '@gpulease/contract/money';
import { shanghaiDay } from '../../../i18n/shanghai-day.ts';

type Days = BillingSummary['days'];

/** From when on days are needed: those of last month, and twice as many as are shown. */
export function firstNeeded(today: string, shown: number): string {
  const days = [`${monthBefore(today)}-01`, dayAfter(today, 1 - 2 * shown)];
  return days.sort()[0] ?? today;
}

/** Yuan of days and months that end today or before. */
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

/** What was spent so many days before each day; undefined where that is not known. */
export function spentBefore(days: Days, daysBefore: number): (day: string) => string | undefined {
  const spentOn = new Map(days.map(({ day, used }) => [day, used]));
  return (day) => spentOn.get(dayAfter(day, -daysBefore));
}

const monthBefore = (today: string): string => dayAfter(`${today.slice(0, 7)}-01`, -1).slice(0, 7);

const dayAfter = (day: string, days: number): string => shanghaiDay(new Date(day), days);
