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

it('what was let start by whole fen is not stopped for parts of a fen', () => {
  // A start asks for a fen, as it does for 1.4; together they are 2.8, and so 3.
  const orders = [started(1, 14_000), started(2, 14_000)];
  expect(beyondHour(orders, { of: 'HOUR', limit: 2, since: new Date(0) })).toEqual([]);
});

it('what costs nothing more is never beyond', () => {
  const reserved = { heldSince: null, perHour: 0 };
  expect(beyondHour([first, reserved], { of: 'HOUR', limit: 1, since: new Date(0) })).toEqual([first]);
});
