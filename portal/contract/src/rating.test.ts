import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { pricingUnits } from './enums.ts';
import { parsePrice } from './money.ts';
import { due, HOUR_MILLISECONDS, runtime, termEnd, termPrice, unitSeconds, type Rate } from './rating.ts';

const perHour = (price: string, quantity = 1n): Rate => ({
  price: parsePrice(price),
  unit: 'HOUR',
  quantity,
});

describe('due', () => {
  it.each([
    ['nothing before the start', perHour('1.58'), -1n, 0n],
    ['nothing at the start', perHour('1.58'), 0n, 0n],
    ['an hour', perHour('1.58'), HOUR_MILLISECONDS, 158n],
    ['an hour of four', perHour('1.58', 4n), HOUR_MILLISECONDS, 632n],
    ['a second of 1.58 per hour rounds to nothing', perHour('1.58'), 1_000n, 0n],
    ['twelve seconds of it round up to a fen', perHour('1.58'), 12_000n, 1n],
    ['exactly half a fen rounds up', perHour('18'), 1_000n, 1n],
    ['thirty days of it', perHour('1.58'), 30n * 24n * HOUR_MILLISECONDS, 113_760n],
    [
      'a day of a month of 30 days',
      { price: 300_000_000n, unit: 'MONTH', quantity: 1n },
      86_400_000n,
      1_000n,
    ],
    ['a day of a year of 365', { price: 3_650_000_000n, unit: 'YEAR', quantity: 1n }, 86_400_000n, 1_000n],
  ] as const)('%s', (_, rate, elapsed, fen) => {
    expect(due(rate, elapsed)).toBe(fen);
  });

  const anyRate = fc.record({
    price: fc.bigInt(0n, 10n ** 12n),
    unit: fc.constantFrom(...pricingUnits),
    quantity: fc.bigInt(1n, 16n),
  });
  const ticks = fc.array(fc.bigInt(0n, 10_000_000n), { minLength: 1, maxLength: 50 });

  it('charges the same sum however often it is settled', () => {
    fc.assert(
      fc.property(anyRate, ticks, (rate, steps) => {
        let elapsed = 0n;
        let charged = 0n;
        for (const step of steps) {
          elapsed += step;
          charged += due(rate, elapsed) - charged;
        }
        return charged === due(rate, elapsed);
      }),
    );
  });

  it('never decreases over time and stays within half a fen of the exact sum', () => {
    fc.assert(
      fc.property(anyRate, fc.bigInt(0n, 10n ** 12n), fc.bigInt(0n, 10n ** 9n), (rate, elapsed, more) => {
        const divisor = unitSeconds[rate.unit] * 1_000n * 10_000n;
        const exact = rate.price * rate.quantity * elapsed;
        const error = 2n * (due(rate, elapsed) * divisor - exact);
        expect(error <= divisor && -error <= divisor).toBe(true);
        expect(due(rate, elapsed + more) >= due(rate, elapsed)).toBe(true);
      }),
    );
  });
});

describe('runtime', () => {
  it('never lets the amount due exceed the funds', () => {
    const rates = fc.record({
      price: fc.bigInt(1n, 10n ** 12n),
      unit: fc.constantFrom(...pricingUnits),
      quantity: fc.bigInt(1n, 16n),
    });
    fc.assert(
      fc.property(rates, fc.bigInt(0n, 10n ** 9n), (rate, funds) => {
        expect(due(rate, runtime(rate, funds) ?? 0n)).toBeLessThanOrEqual(funds);
      }),
    );
  });

  it.each([
    ['100 yuan at 1.58 an hour', perHour('1.58'), 10_000n, 227_848_101n],
    ['no money', perHour('1.58'), 0n, 0n],
    ['debt', perHour('1.58'), -5n, 0n],
    ['a free price', perHour('0'), 1n, undefined],
  ])('of %s', (_, rate, funds, milliseconds) => {
    expect(runtime(rate, funds)).toBe(milliseconds);
  });
});

describe('terms', () => {
  it.each([
    {
      reason: '31 January + 1 month ends on the last day of February',
      start: '2027-01-31T10:00:00+08:00',
      unit: 'MONTH',
      units: 1,
      end: '2027-02-28T10:00:00+08:00',
    },
    {
      reason: 'in a leap year that is the 29th',
      start: '2028-01-31T10:00:00+08:00',
      unit: 'MONTH',
      units: 1,
      end: '2028-02-29T10:00:00+08:00',
    },
    {
      reason: '29 February + 1 year is the 28th',
      start: '2028-02-29T00:00:00+08:00',
      unit: 'YEAR',
      units: 1,
      end: '2029-02-28T00:00:00+08:00',
    },
    {
      reason: 'a month over the year end',
      start: '2026-12-31T23:59:59+08:00',
      unit: 'MONTH',
      units: 2,
      end: '2027-02-28T23:59:59+08:00',
    },
    {
      reason: 'the day is that of Shanghai, not of UTC',
      start: '2027-01-30T17:00:00Z',
      unit: 'MONTH',
      units: 1,
      end: '2027-02-27T17:00:00Z',
    },
    {
      reason: 'weeks are exact',
      start: '2026-11-21T12:00:00+08:00',
      unit: 'WEEK',
      units: 2,
      end: '2026-12-05T12:00:00+08:00',
    },
    {
      reason: 'hours are exact',
      start: '2026-11-21T23:30:00+08:00',
      unit: 'HOUR',
      units: 1,
      end: '2026-11-22T00:30:00+08:00',
    },
  ] as const)('$reason', ({ start, unit, units, end }) => {
    expect(termEnd(new Date(start), unit, units)).toEqual(new Date(end));
  });

  it('cost whole units at once', () => {
    expect(termPrice({ price: parsePrice('1999.995'), unit: 'MONTH', quantity: 2n }, 3n)).toBe(1_199_997n);
  });
});
