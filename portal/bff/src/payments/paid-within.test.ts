import { expect, it } from '@jest/globals';
import { paidWithin, type PaidPeriod } from './paid-within.ts';

const at = (time: string) => new Date(`2026-11-21T${time}:00Z`);
const stretch = (from: string, to: string, amount: bigint) => ({ from: at(from), to: at(to), amount });

/** Three clock hours at 10 yuan, the first one starting half an hour late. */
const hours = [
  stretch('10:30', '11:00', 500n),
  stretch('11:00', '12:00', 1_000n),
  stretch('12:00', '13:00', 1_000n),
];

it.each<[string, PaidPeriod[], [string, string], bigint]>([
  ['all of it', hours, ['10:00', '14:00'], 2_500n],
  ['from the middle of one hour to the middle of another', hours, ['11:30', '12:15'], 750n],
  ['part of an hour', hours, ['11:10', '11:20'], 166n],
  ['nothing before', hours, ['09:00', '10:30'], 0n],
  ['nothing after', hours, ['13:00', '14:00'], 0n],
  ['nothing in a window that ends before it begins', hours, ['12:00', '11:00'], 0n],
  ['nothing where nothing was paid', [], ['10:00', '14:00'], 0n],
  ['a share of a term', [stretch('00:00', '12:00', 3_600n)], ['10:00', '14:00'], 600n],
  ['the payments less the refunds', [...hours, stretch('12:30', '13:00', -500n)], ['12:00', '13:00'], 500n],
])('counts %s', (_, paid, [from, to], amount) => {
  expect(paidWithin(paid, { from: at(from), to: at(to) })).toBe(amount);
});
