import { describe, expect, it } from '@jest/globals';
import { cancellationRefund } from './term-refund.ts';

const day = (number: number) => new Date(Date.UTC(2026, 2, number));
/** Ten days from 10 March, paid with 100.00. */
const term = {
  term_start: day(10),
  term_charge: 10_000n,
  term_units: 10n,
  unit: 'DAY',
  owed_since: null,
  delivered_at: day(10),
  term_credited: 0n,
} as const;

describe('the refund of a canceled reserved term', () => {
  it.each([
    ['a share of all units but the current one, at its very start', day(10), 7_200n],
    ['a share of the whole days that remain', new Date('2026-03-13T12:00:00Z'), 4_800n],
    ['nothing on its last day', new Date('2026-03-19T12:00:00Z'), 0n],
    ['nothing after its end', day(25), 0n],
  ])('%s', (_, now, expected) => {
    expect(cancellationRefund(term, now)).toBe(expected);
  });

  it.each([
    {
      name: 'a single month has begun after half a day',
      start: '2026-01-15',
      units: 1n,
      now: '2026-01-15T12:00:00Z',
      back: 0n,
    },
    { name: 'so has one of 30 days', start: '2026-04-15', units: 1n, now: '2026-04-15T12:00:00Z', back: 0n },
    {
      name: 'the second month is refundable on the last day of the first',
      start: '2026-01-01',
      units: 2n,
      now: '2026-01-31',
      back: 4_000n,
    },
    {
      name: 'eleven of twelve months are refundable on day 5',
      start: '2026-01-01',
      units: 12n,
      now: '2026-01-05',
      back: 7_333n,
    },
    {
      name: 'the second month from 31 January begins on 28 February',
      start: '2026-01-31',
      units: 2n,
      now: '2026-02-28',
      back: 0n,
    },
    {
      name: 'in a leap year it begins on 29 February',
      start: '2028-01-31',
      units: 2n,
      now: '2028-02-28',
      back: 4_000n,
    },
  ])('$name', ({ start, units, now, back }) => {
    const months = { ...term, term_start: new Date(start), term_units: units, unit: 'MONTH' } as const;
    expect(cancellationRefund(months, new Date(now))).toBe(back);
  });

  it('is the whole charge before the start', () => {
    expect(cancellationRefund({ ...term, owed_since: day(10), delivered_at: null }, day(9))).toBe(10_000n);
  });

  it('is a share when the machine was switched off at its start and is switched on later', () => {
    expect(cancellationRefund({ ...term, owed_since: day(15), delivered_at: null }, day(15))).toBe(3_200n);
  });

  it('is the whole charge as long as the first run is owed', () => {
    expect(cancellationRefund({ ...term, owed_since: day(10), delivered_at: null }, day(11))).toBe(10_000n);
  });

  it('is a share while the customer keeps the machine switched off', () => {
    expect(cancellationRefund({ ...term, delivered_at: null }, day(11))).toBe(6_400n);
  });

  it('never exceeds what is left after credits', () => {
    expect(cancellationRefund({ ...term, term_credited: 9_000n }, day(10))).toBe(1_000n);
  });

  it('is nothing for an order without a term', () => {
    const none = { ...term, term_start: null, term_charge: null };
    expect(cancellationRefund(none, day(11))).toBe(0n);
  });
});
