import { expect, it } from '@jest/globals';
import { billedTwice, chargedSpans, secondsIn } from './billing.ts';

const at = (second: number) => new Date(second * 1_000).toISOString();
const line = (from: number, to: number, amount = '0.10') => ({
  ...{ id: 'line', from: at(from), to: at(to), amount, balanceAfter: '1.00' },
});

it('finds time billed twice, and the total time billed', () => {
  const spans = chargedSpans([{ lines: [line(60, 90), line(90, 100)] }, { lines: [line(0, 30)] }]);
  expect(billedTwice(spans)).toEqual([]);
  expect(secondsIn(spans)).toBe(70);
  const twice = chargedSpans([{ lines: [line(0, 30), line(29, 40)] }]);
  expect(billedTwice(twice)).toEqual(['billed twice from 1970-01-01T00:00:29.000Z']);
});

it('does not count a credit as a charge', () => {
  expect(chargedSpans([{ lines: [line(0, 30), line(10, 20, '-0.10')] }])).toEqual([{ from: 0, to: 30_000 }]);
});
