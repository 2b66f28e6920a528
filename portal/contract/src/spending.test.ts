import { expect, it } from '@jest/globals';
import type { Spending } from './me.ts';
import { excessOf } from './spending.ts';

interface Given {
  /** Used amount and limit, in yuan. */
  readonly hour?: readonly [string, string];
  readonly day?: readonly [string, string];
  readonly month?: readonly [string, string];
  readonly stops?: boolean;
}

function spending({ hour, day, month, stops = true }: Given): Spending {
  const item = (
    of: Spending['items'][number]['of'],
    [used, limit]: readonly [string, string | null] = ['0.00', null],
  ) => ({
    ...{ of, used, limit },
  });
  return { items: [item('HOUR', hour), item('DAY', day), item('MONTH', month)], stops };
}

const metered = { perHour: 158n, charge: 0n };
const term = { perHour: 0n, charge: 10_000n };
const paidStart = { perHour: 0n, charge: 0n };

it.each([
  ['no limit: anything', {}, metered, undefined],
  [
    'the day has money left, though for less than an hour: begins',
    { day: ['49.99', '50.00'] },
    metered,
    undefined,
  ],
  ['the day is used up: does not begin', { day: ['50.00', '50.00'] }, metered, 'DAY 0.00'],
  ['the limit was lowered below what is spent', { day: ['60.00', '50.00'] }, metered, 'DAY 0.00'],
  [
    'the day is used up, but limits stop nothing: begins',
    { day: ['60.00', '50.00'], stops: false },
    metered,
    undefined,
  ],
  ['the month is used up', { day: ['1.00', '50.00'], month: ['300.00', '300.00'] }, metered, 'MONTH 0.00'],
  ['a term that fits', { day: ['0.00', '100.00'] }, term, undefined],
  ['a term that does not fit', { day: ['0.01', '100.00'] }, term, 'DAY 100.00'],
  ['a prepaid term starts on a day that is used up', { day: ['50.00', '50.00'] }, paidStart, undefined],
  ['the hourly limit is reached to the fen', { hour: ['3.42', '5.00'] }, metered, undefined],
  [
    'the hourly limit is exceeded, whether limits stop machines or not',
    { hour: ['3.43', '5.00'], stops: false },
    metered,
    'HOUR 1.58',
  ],
  ['a term has no hourly cost', { hour: ['9.00', '5.00'] }, term, undefined],
  [
    'the hourly limit is reported first',
    { hour: ['5.00', '5.00'], day: ['50.00', '50.00'] },
    metered,
    'HOUR 1.58',
  ],
] as const)('%s', (_, given, asked, expected) => {
  const excess = excessOf(spending(given), asked);
  expect(excess && `${excess.of} ${excess.asked}`).toBe(expected);
});
