import { expect, it } from '@jest/globals';
import { latestOf, isolatedPoints, pointsOf, spanDays } from './points.ts';

it.each([
  ['the last value', [1, 2, 3], 3],
  ['the previous value if the last is still missing', [1, 2, null], 2],
  ['null if the last value is too old', [1, null, null, null], null],
  ['null without values', [], null],
])('the latest is %s', (_, values, latest) => {
  expect(latestOf(values)).toBe(latest);
});

it('points begin at the start, one step apart', () => {
  const start = '2026-11-21T04:00:00.000Z';
  const grid = { start, stepSeconds: 600 };
  expect(pointsOf(grid, [{ values: [1, 2] }, { values: [] }])).toEqual([start, '2026-11-21T04:10:00.000Z']);
  expect(pointsOf(grid, [])).toEqual([]);
});

it.each([
  ['a day', '2026-11-22T04:00:00.000Z', true],
  ['a step short of a day', '2026-11-22T03:50:00.000Z', false],
])('decides whether points span days: %s', (_, last, expected) => {
  expect(spanDays(['2026-11-21T04:00:00.000Z', last])).toBe(expected);
});

it.each([
  ['a single point', [null, 4], [{ x: 1, y: 4 }]],
  [
    'points between gaps',
    [1, 2, null, 0, null, 3],
    [
      { x: 3, y: 0 },
      { x: 5, y: 3 },
    ],
  ],
  ['no point of a line', [1, 2, 3], []],
])('finds lone points: %s', (_, values, lonely) => {
  expect(isolatedPoints(values)).toEqual(lonely);
});
