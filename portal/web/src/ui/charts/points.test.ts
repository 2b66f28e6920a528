import { expect, it } from '@jest/globals';
import { latestOf, lonelyPoints, pointsOf, spanDays } from './points.ts';

it.each([
  ['the last value', [1, 2, 3], 3],
  ['the one before where the last is not there yet', [1, 2, null], 2],
  ['nothing where it is long ago', [1, null, null, null], null],
  ['nothing where there is none', [], null],
])('the latest is %s', (_, values, latest) => {
  expect(latestOf(values)).toBe(latest);
});

it('the points begin at the start and are a step apart', () => {
  const start = '2026-11-21T04:00:00.000Z';
  const grid = { start, stepSeconds: 600 };
  expect(pointsOf(grid, [{ values: [1, 2] }, { values: [] }])).toEqual([start, '2026-11-21T04:10:00.000Z']);
  expect(pointsOf(grid, [])).toEqual([]);
});

it.each([
  ['a day', '2026-11-22T04:00:00.000Z', true],
  ['a step less', '2026-11-22T03:50:00.000Z', false],
])('points span days from %s on', (_, last, expected) => {
  expect(spanDays(['2026-11-21T04:00:00.000Z', last])).toBe(expected);
});

it.each([
  ['the only one', [null, 4], [{ x: 1, y: 4 }]],
  [
    'one between gaps',
    [1, 2, null, 0, null, 3],
    [
      { x: 3, y: 0 },
      { x: 5, y: 3 },
    ],
  ],
  ['none of a line', [1, 2, 3], []],
])('of the points, lonely is %s', (_, values, lonely) => {
  expect(lonelyPoints(values)).toEqual(lonely);
});
