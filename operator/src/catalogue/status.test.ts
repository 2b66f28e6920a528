import { describe, expect, it } from '@jest/globals';
import type { Condition } from '@gpulease/crds';
import { FakeClock } from '@gpulease/kube/testing';
import { StatusThrottle } from '../runtime/status-throttle.ts';
import { COUNTS_MS, countsMayWaitMs, type CommonStatus } from './status.ts';

function aStatus(workloads: number, ready: Condition['status'] = 'True'): CommonStatus {
  const times = { lastTransitionTime: '2026-01-01T12:00:00Z' };
  const conditions = [{ type: 'Ready', status: ready, reason: 'Any', message: 'Any.', ...times }];
  return { conditions, observedGeneration: 1, workloads } as CommonStatus;
}

function waitOf(throttle: StatusThrottle, name: string, ...[present, wanted]: [CommonStatus, CommonStatus]) {
  return throttle.wait(name, () => countsMayWaitMs(present, wanted));
}

describe('the throttle of catalogue statuses', () => {
  it('passes the first count and holds the next until the interval ends', () => {
    const clock = new FakeClock();
    const throttle = new StatusThrottle(clock);
    expect(waitOf(throttle, 'a100', aStatus(0), aStatus(1))).toBe(0);
    throttle.note('a100');
    expect(waitOf(throttle, 'a100', aStatus(1), aStatus(2))).toBe(COUNTS_MS);
    expect(waitOf(throttle, 'h100', aStatus(1), aStatus(2))).toBe(0);
    clock.advance(COUNTS_MS);
    expect(waitOf(throttle, 'a100', aStatus(1), aStatus(2))).toBe(0);
  });

  it('never holds a count that leaves or reaches zero', () => {
    const throttle = new StatusThrottle(new FakeClock());
    throttle.note('a100');
    expect(waitOf(throttle, 'a100', aStatus(0), aStatus(1))).toBe(0);
    expect(waitOf(throttle, 'a100', aStatus(1), aStatus(0))).toBe(0);
  });

  it('holds amounts written as quantities, in whatever order the API server returns the fields', () => {
    const throttle = new StatusThrottle(new FakeClock());
    throttle.note('node');
    const withFree = (free: object) => ({ ...aStatus(1), free }) as CommonStatus;
    const present = withFree({ memory: '2Gi', gpus: 3 });
    expect(waitOf(throttle, 'node', present, withFree({ gpus: 2, memory: '1Gi' }))).toBe(COUNTS_MS);
    expect(waitOf(throttle, 'node', present, withFree({ gpus: 0, memory: '1Gi' }))).toBe(0);
  });

  it('never holds a condition or a new generation', () => {
    const throttle = new StatusThrottle(new FakeClock());
    throttle.note('a100');
    expect(waitOf(throttle, 'a100', aStatus(1), aStatus(1, 'False'))).toBe(0);
    expect(waitOf(throttle, 'a100', aStatus(1), { ...aStatus(1), observedGeneration: 2 })).toBe(0);
  });
});
