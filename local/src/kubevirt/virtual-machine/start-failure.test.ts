import { describe, expect, it } from '@jest/globals';
import type { VirtualMachineInstance } from '@gpulease/kube/kubevirt';
import { instance } from '../testing/objects.ts';
import { countStartFailures } from './start-failure.ts';

const now = new Date('2026-01-01T00:00:00Z');
const noLuck = (): number => 0;

function ended(uid: string, phases: readonly string[]): VirtualMachineInstance {
  const phaseTransitionTimestamps = phases.map((phase) => ({ phase }));
  return { ...instance({ uid }), status: { phase: phases.at(-1) ?? '', phaseTransitionTimestamps } };
}

const early = ended('a', ['Pending', 'Scheduling', 'Failed']);

describe('the backoff after failed starts', () => {
  it.each([
    [1, '2026-01-01T00:00:10Z'],
    [2, '2026-01-01T00:00:40Z'],
    [3, '2026-01-01T00:01:30Z'],
    [6, '2026-01-01T00:05:00Z'],
  ])('ends after failure %i at %s', (count, retryAfterTimestamp) => {
    const before = { consecutiveFailCount: count - 1 };
    expect(countStartFailures({ before, runStrategy: 'Always', instance: early }, now, noLuck)).toEqual({
      consecutiveFailCount: count,
      lastFailedVMIUID: 'a',
      retryAfterTimestamp,
    });
  });

  it('counts an instance once', () => {
    const before = { consecutiveFailCount: 1, lastFailedVMIUID: 'a' };
    expect(countStartFailures({ before, runStrategy: 'Always', instance: early }, now)).toBe(before);
  });

  it('is reset after an instance has run', () => {
    const before = { consecutiveFailCount: 3 };
    const crashed = ended('b', ['Running', 'Failed']);
    expect(countStartFailures({ before, runStrategy: 'Always', instance: crashed }, now)).toBeUndefined();
  });

  it('is reset for a halted machine', () => {
    const before = { consecutiveFailCount: 3 };
    expect(countStartFailures({ before, runStrategy: 'Halted', instance: undefined }, now)).toBeUndefined();
  });

  it('does not count a deliberately stopped instance', () => {
    const told = { ...early, metadata: { ...early.metadata, deletionTimestamp: '2026-01-01T00:00:00Z' } };
    expect(
      countStartFailures({ before: undefined, runStrategy: 'Always', instance: told }, now),
    ).toBeUndefined();
  });
});
