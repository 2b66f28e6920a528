import { describe, expect, it } from '@jest/globals';
import { cancellationRefund } from './terms.ts';

const day = (number: number) => new Date(Date.UTC(2026, 2, number));
/** Ten days from 10 March, paid with 100.00. */
const term = {
  term_start: day(10),
  term_end: day(20),
  term_charge: 10_000n,
  term_units: 10n,
  unit: 'DAY',
} as const;

describe('what comes back of a reserved term that is given up', () => {
  it.each([
    ['all of it before it began', day(9), 10_000n],
    ['four fifths of it in the first moment', day(10), 8_000n],
    ['a share of the whole days that are left', new Date('2026-03-13T12:00:00Z'), 4_800n],
    ['nothing on its last day', new Date('2026-03-19T12:00:00Z'), 0n],
    ['nothing after its end', day(25), 0n],
  ])('%s', (_, now, expected) => {
    expect(cancellationRefund(term, now)).toBe(expected);
  });

  it('is nothing for an order without a term', () => {
    const none = { ...term, term_start: null, term_end: null, term_charge: null };
    expect(cancellationRefund(none, day(11))).toBe(0n);
  });
});
