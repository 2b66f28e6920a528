import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  fromDollars,
  toDollars,
  chartValue,
  displayAmount,
  displayAmountShort,
  displayOnAxis,
  displayPrice,
  displayPriceShort,
  divideHalfUp,
  formatAmount,
  formatPrice,
  isAmount,
  isPrice,
  parseAmount,
  parsePrice,
} from './money.ts';

describe('amounts', () => {
  it.each([
    ['0', 0n],
    ['12.3', 1_230n],
    ['12.34', 1_234n],
    ['-0.05', -5n],
    ['50000.00', 5_000_000n],
  ])('%s is %s fen', (text, fen) => {
    expect(parseAmount(text)).toBe(fen);
  });

  it.each(['', ' 1', '1.234', '01', '1e3', '+1', '.5', '1.', '１', 'NaN', '--1', '1,000'])(
    'refuse %p',
    (text) => {
      expect(isAmount(text)).toBe(false);
      expect(() => parseAmount(text)).toThrow(RangeError);
    },
  );

  it('survive formatting and parsing', () => {
    fc.assert(
      fc.property(fc.bigInt(-(10n ** 16n), 10n ** 16n), (fen) => parseAmount(formatAmount(fen)) === fen),
    );
  });
});

describe('prices', () => {
  it.each([
    ['1.58', 1_580_000n, '1.58'],
    ['2', 2_000_000n, '2.00'],
    ['0.000001', 1n, '0.000001'],
    ['1.500', 1_500_000n, '1.50'],
    ['1.585', 1_585_000n, '1.585'],
  ])('%s is %s micro-yuan and written %s', (text, micro, written) => {
    expect(parsePrice(text)).toBe(micro);
    expect(formatPrice(micro)).toBe(written);
  });

  it.each(['-1', '1.1234567', ''])('refuse %p', (text) => {
    expect(isPrice(text)).toBe(false);
  });

  it('survive formatting and parsing', () => {
    fc.assert(fc.property(fc.bigInt(0n, 10n ** 17n), (price) => parsePrice(formatPrice(price)) === price));
  });
});

describe('rounding', () => {
  it.each([
    [5n, 10n, 1n],
    [4n, 10n, 0n],
    [-5n, 10n, -1n],
    [-4n, 10n, 0n],
    [15n, 10n, 2n],
    [7n, 3n, 2n],
  ])('%s / %s is %s', (dividend, divisor, quotient) => {
    expect(divideHalfUp(dividend, divisor)).toBe(quotient);
  });
});

describe('display', () => {
  const zh = { language: 'zh', cnyPerUsd: '7.20' } as const;
  const en = { language: 'en', cnyPerUsd: '7.20' } as const;

  it.each([
    ['100.00', '¥100.00', '$13.89 (¥100.00)'],
    ['1234567.89', '¥1,234,567.89', '$171,467.76 (¥1,234,567.89)'],
    ['-3.60', '-¥3.60', '-$0.50 (-¥3.60)'],
    ['0.00', '¥0.00', '$0.00 (¥0.00)'],
  ])('of the amount %s (SPEC-1.23, SPEC-1.24, SPEC-9.7)', (amount, chinese, english) => {
    expect(displayAmount(amount, zh)).toBe(chinese);
    expect(displayAmount(amount, en)).toBe(english);
  });

  it.each([
    ['1.58', '¥1.58', '$0.22 (¥1.58)'],
    ['1.485', '¥1.485', '$0.21 (¥1.485)'],
    ['0.6917', '¥0.6917', '$0.096 (¥0.6917)'],
    ['25.00', '¥25.00', '$3.47 (¥25.00)'],
    ['0.000439', '¥0.000439', '$0.000061 (¥0.000439)'],
    ['0.00', '¥0.00', '$0.00 (¥0.00)'],
  ])('of the price %s', (price, chinese, english) => {
    expect(displayPrice(price, zh)).toBe(chinese);
    expect(displayPrice(price, en)).toBe(english);
  });

  it('uses one currency where space is limited (SPEC-1.23, SPEC-1.24, SPEC-9.7)', () => {
    expect(displayAmountShort('-3.60', zh)).toBe('-¥3.60');
    expect(displayAmountShort('-3.60', en)).toBe('-$0.50');
    expect(displayPriceShort('25.00', zh)).toBe('¥25.00');
    expect(displayPriceShort('25.00', en)).toBe('$3.47');
  });

  it.each(['0.01', '0.12', '1.98', '7.20', '1234.56'])(
    'shows %s yuan the same as an amount and as a price',
    (sum) => {
      expect(displayAmount(sum, en)).toBe(displayPrice(sum, en));
      expect(displayAmountShort(sum, en)).not.toBe('$0.00');
    },
  );

  it.each([
    ['0.00', '¥0', '$0'],
    ['3.60', '¥3.6', '$0.5'],
    ['2000.00', '¥2,000', '$278'],
    ['90000.00', '¥9万', '$12.5K'],
  ])('is short on a chart axis: %s as %s, %s', (amount, chinese, english) => {
    expect(displayOnAxis(chartValue(amount, zh), zh)).toBe(chinese);
    expect(displayOnAxis(chartValue(amount, en), en)).toBe(english);
  });
});

it.each([
  ['13.89', '100.01'],
  ['$1,000.5', '7203.60'],
  ['-2', '-14.40'],
  ['0.01', '0.07'],
  ['', ''],
  ['1.234', '1.234'],
  ['ten', 'ten'],
])('%s dollars are %s yuan', (typed, yuan) => {
  expect(fromDollars(typed, '7.20')).toBe(yuan);
});

it.each([
  ['100.00', '13.89'],
  ['7203.60', '1000.50'],
  ['', ''],
  ['ten', 'ten'],
])('%s yuan are %s dollars', (yuan, dollars) => {
  expect(toDollars(yuan, '7.20')).toBe(dollars);
});
