import { describe, expect, it } from '@jest/globals';
import { requeueAt } from './reconcile.ts';

const now = new Date('2026-01-01T12:00:00Z');

describe('the next look at a workload', () => {
  it.each([
    ['comes when it is due', 30_000, 30_000],
    ['comes in time, however soon that is', 1, 1],
    ['is not repeated without a pause when what is due now could not be carried out', 0, 1000],
    ['pauses as well when that has been due for long', -60_000, 1000],
  ])('%s', (_, dueInMs, afterMs) => {
    expect(requeueAt(new Date(now.getTime() + dueInMs), now)).toEqual({ afterMs });
  });
});
