import { describe, expect, it } from '@jest/globals';
import { HOUR_MS, MINUTE_MS } from '@gpulease/contract/durations';
import { askedFor, closer, moved, partOf, selected, spanOf } from './zoom.ts';

const start = Date.parse('2026-11-21T00:00:00.000Z');
const hours = (from: number, to: number) => ({ from: start + from * HOUR_MS, to: start + to * HOUR_MS });
const whole = hours(0, 24);

describe('a span', () => {
  it.each([
    ['is the selection', selected(hours(3, 5), whole), hours(3, 5)],
    ['is no shorter than ten minutes', selected(hours(3, 3), whole), hours(3 - 1 / 12, 3 + 1 / 12)],
    ['stays within the full range', selected(hours(24, 24), whole), hours(24 - 1 / 6, 24)],
    ['is no longer than the full range', selected(hours(-2, 30), whole), whole],
    ['zooms in by half', closer(whole, whole), hours(6, 18)],
    ['moves by half its length', moved(hours(6, 18), whole, -1), hours(0, 12)],
    ['moves later', moved(hours(6, 8), whole, 1), hours(7, 9)],
    ['stops at the end of the full range', moved(hours(10, 20), whole, 1), hours(14, 24)],
  ])('%s', (_, span, expected) => {
    expect(span).toEqual(expected);
  });
});

describe('the server is queried', () => {
  it('for the range up to now without a zoom', () => {
    expect(askedFor('7d', undefined)).toEqual({ range: '7d' });
  });

  it.each([
    ['1h', 1 / 2],
    ['1h', 1],
    ['24h', 2],
    ['7d', 25],
    ['30d', 24 * 8],
  ])('for %s, with an end, if %d hours are shown', (range, length) => {
    const until = new Date(start + length * HOUR_MS).toISOString();
    expect(askedFor('30d', hours(0, length))).toEqual({ range, until });
  });
});

describe('the shown part of a graph', () => {
  const times = [0, 1, 2, 3].map((at) => new Date(start + at * MINUTE_MS).toISOString());
  const lines = [{ name: 'GPU 0', values: [1, null, 3, 4] }];

  it('is the points within the span', () => {
    const shown = partOf(times, lines, spanOf(times[1], times[2]));
    expect(shown).toEqual({ times: times.slice(1, 3), lines: [{ name: 'GPU 0', values: [null, 3] }] });
  });

  it.each([
    ['nothing is selected', undefined],
    ['the span has one point', spanOf(times[1], times[1])],
    ['the span has no points', hours(-2, -1)],
  ])('is the whole graph if %s', (_, span) => {
    expect(partOf(times, lines, span)).toEqual({ times, lines });
  });
});
