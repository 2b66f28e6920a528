import { describe, expect, it } from '@jest/globals';
import { formatBytes, parseQuantity } from './quantity.ts';

describe('parseQuantity', () => {
  it.each([
    ['8', 8],
    ['500m', 0.5],
    ['1.5', 1.5],
    ['64Gi', 64 * 2 ** 30],
    ['100M', 100e6],
    ['1e3', 1000],
  ])('reads %s', (text, expected) => {
    expect(parseQuantity(text)).toBe(expected);
  });

  it.each(['', 'Gi', '12 Gi', '1Zi', '-1'])('refuses "%s"', (text) => {
    expect(() => parseQuantity(text)).toThrow('is not a Kubernetes quantity');
  });
});

describe('formatBytes', () => {
  it.each([
    [64 * 2 ** 30, '64Gi'],
    [1536 * 2 ** 20, '1536Mi'],
    [1000, '1000'],
    [2 ** 40, '1Ti'],
  ])('writes %d bytes exactly', (bytes, expected) => {
    expect(formatBytes(bytes)).toBe(expected);
    expect(parseQuantity(formatBytes(bytes))).toBe(bytes);
  });
});
