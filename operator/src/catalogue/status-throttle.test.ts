import { describe, expect, it } from '@jest/globals';
import type { Condition } from '@gpulease/crds';
import { FakeClock } from '@gpulease/kube/testing';
import { THROTTLE_MS, StatusThrottle } from './status-throttle.ts';
import type { CommonStatus } from './status.ts';

function aStatus(workloads: number, ready: Condition['status'] = 'True'): CommonStatus {
  const times = { lastTransitionTime: '2026-01-01T12:00:00Z' };
  const conditions = [{ type: 'Ready', status: ready, reason: 'Any', message: 'Any.', ...times }];
  return { conditions, observedGeneration: 1, workloads } as CommonStatus;
}

describe('the throttle of catalogue statuses', () => {
  it('lets the first count through and holds the next until the time is over', () => {
    const clock = new FakeClock();
    const throttle = new StatusThrottle(clock);
    expect(throttle.wait('a100', aStatus(0), aStatus(1))).toBe(0);
    throttle.note('a100');
    expect(throttle.wait('a100', aStatus(1), aStatus(2))).toBe(THROTTLE_MS);
    expect(throttle.wait('h100', aStatus(1), aStatus(2))).toBe(0);
    clock.advance(THROTTLE_MS);
    expect(throttle.wait('a100', aStatus(1), aStatus(2))).toBe(0);
  });

  it('never holds the first and the last of something', () => {
    const throttle = new StatusThrottle(new FakeClock());
    throttle.note('a100');
    expect(throttle.wait('a100', aStatus(0), aStatus(1))).toBe(0);
    expect(throttle.wait('a100', aStatus(1), aStatus(0))).toBe(0);
  });

  it('holds amounts that are written as quantities, in whatever order the API server keeps the fields', () => {
    const throttle = new StatusThrottle(new FakeClock());
    throttle.note('node');
    const withFree = (free: object) => ({ ...aStatus(1), free }) as CommonStatus;
    const present = withFree({ memory: '2Gi', gpus: 3 });
    expect(throttle.wait('node', present, withFree({ gpus: 2, memory: '1Gi' }))).toBe(THROTTLE_MS);
    expect(throttle.wait('node', present, withFree({ gpus: 0, memory: '1Gi' }))).toBe(0);
  });

  it('never holds a condition or a new generation', () => {
    const throttle = new StatusThrottle(new FakeClock());
    throttle.note('a100');
    expect(throttle.wait('a100', aStatus(1), aStatus(1, 'False'))).toBe(0);
    expect(throttle.wait('a100', aStatus(1), { ...aStatus(1), observedGeneration: 2 })).toBe(0);
  });
});
