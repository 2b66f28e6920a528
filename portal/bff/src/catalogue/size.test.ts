import { describe, expect, it } from '@jest/globals';
import { fromGib, fromMib, toGib } from './size.ts';

describe('a size in GiB', () => {
  it.each([
    ['80Gi', 80],
    ['2Ti', 2_048],
    ['512Mi', 0.5],
    ['1073741824', 1],
  ])('%s is %d', (size, gib) => {
    expect(toGib(size)).toBe(gib);
  });

  it('can be converted to MiB', () => {
    expect(toGib('2Gi', 'Mi')).toBe(2_048);
  });

  it.each(['', 'Gi', '8GB', '-1Gi', '1.5Gi'])('%j is refused', (size) => {
    expect(() => toGib(size)).toThrow(RangeError);
  });

  it('is formatted for custom resources', () => {
    expect(fromGib(100)).toBe('100Gi');
    expect(fromGib(0.5)).toBe('512Mi');
    expect(fromMib(2_048)).toBe('2Gi');
    expect(fromMib(515_072)).toBe('503Gi');
    expect(fromMib(1_500)).toBe('1500Mi');
  });
});
