import { describe, expect, it } from '@jest/globals';
import type { Condition } from '@gpulease/crds';
import { FakeClock } from '@gpulease/kube/testing';
import { CALM_MS, Calm } from './calm.ts';
import type { CommonStatus } from './status.ts';

function aStatus(workloads: number, ready: Condition['status'] = 'True'): CommonStatus {
  const times = { lastTransitionTime: '2026-01-01T12:00:00Z' };
  const conditions = [{ type: 'Ready', status: ready, reason: 'Any', message: 'Any.', ...times }];
  return { conditions, observedGeneration: 1, workloads } as CommonStatus;
}

describe('the calm of catalogue statuses', () => {
  it('lets the first count through and holds the next until the time is over', () => {
    const clock = new FakeClock();
    const calm = new Calm(clock);
    expect(calm.wait('a100', aStatus(0), aStatus(1))).toBe(0);
    calm.note('a100');
    expect(calm.wait('a100', aStatus(1), aStatus(2))).toBe(CALM_MS);
    expect(calm.wait('h100', aStatus(1), aStatus(2))).toBe(0);
    clock.advance(CALM_MS);
    expect(calm.wait('a100', aStatus(1), aStatus(2))).toBe(0);
  });

  it('never holds the first and the last of something', () => {
    const calm = new Calm(new FakeClock());
    calm.note('a100');
    expect(calm.wait('a100', aStatus(0), aStatus(1))).toBe(0);
    expect(calm.wait('a100', aStatus(1), aStatus(0))).toBe(0);
  });

  it('never holds a condition or a new generation', () => {
    const calm = new Calm(new FakeClock());
    calm.note('a100');
    expect(calm.wait('a100', aStatus(1), aStatus(1, 'False'))).toBe(0);
    expect(calm.wait('a100', aStatus(1), { ...aStatus(1), observedGeneration: 2 })).toBe(0);
  });
});
