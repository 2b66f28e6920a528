import { expect, it } from '@jest/globals';
import { beyondHour } from './spending.ts';

/** A machine started in this minute, at `perHour` micro-yuan. */
const started = (minute: number, perHour: number) => ({
  heldSince: new Date(Date.UTC(2026, 2, 1, 0, minute)),
  perHour,
});
const [first, second, third] = [started(1, 2_000_000), started(2, 4_000_000), started(3, 1_000_000)];

it.each([
  ['all fit', 700, []],
  ['the last does not fit', 699, [third]],
  ['the second does not fit, but the last does', 300, [second]],
  ['only the first fits', 299, [second, third]],
  ['none fits', 50, [first, second, third]],
])('of three machines at 2, 4 and 1 yuan an hour: %s', (_, limit, expected) => {
  expect(beyondHour([third, second, first], { of: 'HOUR', limit, since: new Date(0) })).toEqual(expected);
});

it.each([
  ['two at 1.4 fen, each admitted as 1', [14_000, 14_000], 2],
  ['three at 1.6 fen, the last admitted as 2 on top of 3', [16_000, 16_000, 16_000], 5],
])('machines admitted in whole fen are not stopped for fractions of a fen: %s', (_, prices, limit) => {
  const orders = prices.map((perHour, minute) => started(minute, perHour));
  expect(beyondHour(orders, { of: 'HOUR', limit, since: new Date(0) })).toEqual([]);
});

it('a machine that costs nothing more never exceeds the limit', () => {
  const reserved = { heldSince: null, perHour: 0 };
  expect(beyondHour([first, reserved], { of: 'HOUR', limit: 1, since: new Date(0) })).toEqual([first]);
});
