import { describe, expect, test } from '@jest/globals';
import { axisTop } from './axis-top.ts';

describe('an axis ends', () => {
  test.each([
    ['at 1 without values', [], 1],
    ['at 1 if all values are 0', [0, 0], 1],
    ['at the highest value if it is round', [50, 200], 200],
    ['at the next round number above the highest value', [12, 245.5], 250],
    ['at the next power of ten', [5_001], 10_000],
    ['at a fraction for values of a few fen', [0.03, 0.011], 0.05],
  ])('%s', (_, values, top) => {
    expect(axisTop(values)).toBeCloseTo(top, 9);
  });
});
