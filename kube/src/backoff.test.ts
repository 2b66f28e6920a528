import { describe, expect, it } from '@jest/globals';
import { backoffDelay } from './retry.ts';

describe('the backoff after consecutive failures', () => {
  const backoff = { baseMs: 500, maxMs: 10_000 };

  it.each([
    [1, 500],
    [2, 1_000],
    [3, 2_000],
    [6, 10_000],
    [2_000, 10_000],
  ])('after %i is at most %i ms', (failures, longest) => {
    expect(backoffDelay(backoff, failures, () => 1)).toBe(longest);
    expect(backoffDelay(backoff, failures, () => 0)).toBe(longest / 2);
  });
});
