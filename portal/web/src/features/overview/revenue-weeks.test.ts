import { expect, it } from '@jest/globals';
import { revenueWeeks } from './revenue-weeks.ts';

const day = (index: number, onDemand: number, spot = 0) => ({
  day: `2026-11-${String(index + 1).padStart(2, '0')}`,
  byMode: { ON_DEMAND: onDemand.toFixed(2), RESERVED: '0.00', SPOT: spot.toFixed(2) },
});
/** Ten yuan a day in the first week, then twelve and a half by two modes, and one yuan today. */
const revenue = Array.from({ length: 15 }, (_, index) => {
  if (index === 14) return day(index, 1);
  return index < 7 ? day(index, 10) : day(index, 12, 0.5);
});

it('compares the last seven full days with the seven before, without today', () => {
  expect(revenueWeeks(revenue)).toMatchObject({ today: '1.00', week: '87.50', change: 25 });
});

it('pairs each day with the day a week before', () => {
  const { days } = revenueWeeks(revenue);
  expect(days.map(({ day: of, amount, before }) => [of.slice(-2), amount, before])).toEqual([
    ...['08', '09', '10', '11', '12', '13', '14'].map((of) => [of, '12.50', '10.00']),
    ['15', '1.00', '12.50'],
  ]);
});

it.each([
  ['is less than', 8, -20],
  ['is the same as', 10, 0],
])('the week %s the week before', (_, amount, change) => {
  const days = Array.from({ length: 15 }, (__, index) => day(index, index < 7 ? 10 : amount));
  expect(revenueWeeks(days).change).toBe(change);
});

it('has no comparison if the week before had no revenue', () => {
  const days = Array.from({ length: 15 }, (_, index) => day(index, index < 7 ? 0 : 10));
  expect(revenueWeeks(days).change).toBeUndefined();
});
