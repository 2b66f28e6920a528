/** @jest-environment-options {"timeZone": "America/New_York"} */
import { describe, expect, it } from '@jest/globals';
import { instantOf, isDay, minuteOf, usualSigns } from './typed.ts';

it.each([
  ['a day', '2026-03-01', true],
  ['the 29th of February in a leap year', '2028-02-29', true],
  ['the 29th of February in another year', '2026-02-29', false],
  ['the 31st of April', '2026-04-31', false],
  ['a thirteenth month', '2026-13-01', false],
  ['an incomplete day', '2026-03-0', false],
  ['a year before 1970', '0202-03-01', false],
  ['a day with a time', '2026-03-01 09:30', false],
  ['words', 'tomorrow', false],
])('decides whether a text is a day: %s', (_, text, is) => {
  expect(isDay(text)).toBe(is);
});

describe('a typed time', () => {
  it.each([
    ['in winter', '2026-03-01 10:00', '2026-03-01T15:00:00.000Z'],
    ['in summer', '2026-07-01 10:00', '2026-07-01T14:00:00.000Z'],
    ['the last minute of a day', '2026-03-01 23:59', '2026-03-02T04:59:00.000Z'],
    ['on a day that does not exist', '2026-02-30 10:00', undefined],
    ['at an hour that does not exist', '2026-03-01 24:00', undefined],
    ['in the hour that daylight saving time skips', '2026-03-08 02:30', undefined],
    ['without minutes', '2026-03-01 10', undefined],
    ['without a time', '2026-03-01', undefined],
  ])('is an instant in the local zone: %s', (_, typed, instant) => {
    expect(instantOf(typed)).toBe(instant);
  });

  it('is shown as typed', () => {
    expect(minuteOf(new Date('2026-03-01T15:00:00.000Z'))).toBe('2026-03-01 10:00');
  });

  it('may have the full-width digits and punctuation of a Chinese keyboard', () => {
    expect(usualSigns('２０２６－０３－０１　10：00')).toBe('2026-03-01 10:00');
  });
});
