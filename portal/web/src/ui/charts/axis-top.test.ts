import { describe, expect, test } from '@jest/globals';
import { axisTop } from './axis-top.ts';

describe('an axis ends', () => {
  test.each([
    ['at 1 where there is nothing', [], 1],
    ['at 1 where all are 0', [0, 0], 1],
    ['at the highest value where that is round', [50, 200], 200],
    ['at the next round number above it', [12, 245.5], 250],
    ['at the next power of ten', [5_001], 10_000],
    ['between the values of a few fen', [0.03, 0.011], 0.05],
  ])('%s', (_, values, top) => {
    expect(axisTop(values)).toBeCloseTo(top, 9);
  });
});
