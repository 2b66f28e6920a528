import { expect, it } from '@jest/globals';
import { beyondHour } from './spending.ts';

/** A machine that was started in this minute, at so many micro-yuan an hour. */
const started = (minute: number, perHour: number) => ({
  heldSince: new Date(Date.UTC(2026, 2, 1, 0, minute)),
  perHour,
});
const [first, second, third] = [started(1, 2_000_000), started(2, 4_000_000), started(3, 1_000_000)];

it.each([
  ['all fit', 700, []],
  ['the last does not', 699, [third]],
  ['the second does not, but the last does', 300, [second]],
  ['the first alone fits', 299, [second, third]],
  ['none does', 50, [first, second, third]],
])('of three machines at 2, 4 and 1 yuan an hour: %s', (_, limit, expected) => {
  expect(beyondHour([third, second, first], { of: 'HOUR', limit, since: new Date(0) })).toEqual(expected);
});

it.each([
  ['two at 1.4 fen, each of which asked for 1', [14_000, 14_000], 2],
  ['three at 1.6 fen, of which the last asked for 2 beside 3', [16_000, 16_000, 16_000], 5],
])('what was let start by whole fen is not stopped for parts of a fen: %s', (_, prices, limit) => {
  const orders = prices.map((perHour, minute) => started(minute, perHour));
  expect(beyondHour(orders, { of: 'HOUR', limit, since: new Date(0) })).toEqual([]);
});

it('what costs nothing more is never beyond', () => {
  const reserved = { heldSince: null, perHour: 0 };
  expect(beyondHour([first, reserved], { of: 'HOUR', limit: 1, since: new Date(0) })).toEqual([first]);
});
