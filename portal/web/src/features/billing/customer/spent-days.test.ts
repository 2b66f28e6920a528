import { expect, it } from '@jest/globals';
import { firstNeeded, spentBefore, spentFigures } from './spent-days.ts';

const spent = (day: string, used: string) => ({ day, recharged: '0.00', used });

it.each([
  ['last month, if few days are shown', '2026-03-31', 7, '2026-02-01'],
  ['twice the shown days, if that is longer', '2026-03-01', 30, '2026-01-01'],
  ['twice the shown days, across the end of a year', '2026-01-15', 90, '2025-07-20'],
])('loads %s', (_, today, shown, first) => {
  expect(firstNeeded(today, shown)).toBe(first);
});

it('sums up today, yesterday, this month and last month separately', () => {
  const days = [
    spent('2026-01-31', '100.00'),
    spent('2026-02-01', '1.00'),
    spent('2026-02-28', '2.00'),
    spent('2026-03-01', '4.00'),
    spent('2026-03-02', '-1.50'),
  ];
  expect(spentFigures(days, '2026-03-02')).toEqual({
    ...{ today: '-1.50', yesterday: '4.00', thisMonth: '2.50', lastMonth: '3.00' },
  });
  expect(spentFigures(days, '2026-03-01').yesterday).toBe('2.00');
});

it('returns the spending a number of days earlier, if it is known', () => {
  const before = spentBefore([spent('2026-02-01', '1.00')], 30);
  expect(before('2026-03-03')).toBe('1.00');
  expect(before('2026-03-04')).toBeUndefined();
});
