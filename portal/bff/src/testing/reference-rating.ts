/**
 * A reference implementation of the cost of time and terms, with exact fractions, the specification's units and its own
 * calendar. It is independent of the product's rating, so that the two can be compared.
 */

/** A fraction of arbitrary precision. */
export interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

export const zero: Fraction = { numerator: 0n, denominator: 1n };

export function fraction(numerator: bigint, denominator = 1n): Fraction {
  return { numerator, denominator };
}

export function add(a: Fraction, b: Fraction): Fraction {
  return fraction(a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator);
}

export function multiply(a: Fraction, b: Fraction): Fraction {
  return fraction(a.numerator * b.numerator, a.denominator * b.denominator);
}

/** Rounds down. Fractions here are never negative. */
export function floor({ numerator, denominator }: Fraction): bigint {
  return (numerator - (numerator % denominator)) / denominator;
}

/** Rounds to the nearest whole number, one half up. */
export function round(value: Fraction): bigint {
  return floor(add(value, fraction(1n, 2n)));
}

export const referenceUnits = ['SECOND', 'MINUTE', 'HOUR', 'DAY', 'WEEK', 'MONTH', 'YEAR'] as const;
export type ReferenceUnit = (typeof referenceUnits)[number];

const MINUTE = 60n * 1_000n;
const HOUR = 60n * MINUTE;
const DAY = 24n * HOUR;

function millisecondsOf(unit: ReferenceUnit): bigint {
  switch (unit) {
    case 'SECOND':
      return 1_000n;
    case 'MINUTE':
      return MINUTE;
    case 'HOUR':
      return HOUR;
    case 'DAY':
      return DAY;
    case 'WEEK':
      return 7n * DAY;
    case 'MONTH':
      return 30n * DAY;
    case 'YEAR':
      return 365n * DAY;
  }
}

/** Converts a price in micro-yuan, multiplied by `times`, to fen. */
export function inFen(microYuan: bigint, times: bigint): Fraction {
  return fraction(microYuan * times, 10_000n);
}

/** Returns the cost of a time in fen, unrounded. */
export function costOfTime(
  microYuan: bigint,
  unit: ReferenceUnit,
  skus: bigint,
  milliseconds: bigint,
): Fraction {
  return multiply(inFen(microYuan, skus), fraction(milliseconds, millisecondsOf(unit)));
}

/** Returns the start of the unit with this number, counted from `from`. Months and years follow the calendar of Shanghai. */
export function unitStart(from: Date, unit: ReferenceUnit, number: number): Date {
  if (unit === 'MONTH') return monthsLater(from, number);
  if (unit === 'YEAR') return monthsLater(from, 12 * number);
  return new Date(from.getTime() + Number(millisecondsOf(unit)) * number);
}

function monthsLater(from: Date, months: number): Date {
  const [date = '', time = ''] = new Date(from.getTime() + 8 * Number(HOUR)).toISOString().split('T');
  const [year = 0, month = 0, day = 0] = date.split('-').slice(-3).map(Number);
  const count = year * 12 + (month - 1) + months;
  const [newYear, newMonth] = [Math.floor(count / 12), (count % 12) + 1];
  const newDay = Math.min(day, daysIn(newYear, newMonth));
  const two = (part: number) => String(part).padStart(2, '0');
  return new Date(`${newYear}-${two(newMonth)}-${two(newDay)}T${time.replace('Z', '+08:00')}`);
}

function daysIn(year: number, month: number): number {
  if ([4, 6, 9, 11].includes(month)) return 30;
  if (month !== 2) return 31;
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return isLeap ? 29 : 28;
}
