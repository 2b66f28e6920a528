import { describe, expect, it } from '@jest/globals';
import { anInstance } from '../../testing/scope.ts';
import { SyncFailures } from './sync-failures.ts';

type Instance = ReturnType<typeof anInstance>;

const refusal = { type: 'Synchronized', status: 'False', reason: 'Synchronizing', message: 'Code=67' };

function seen(phase: 'Scheduling' | 'Scheduled' | 'Running', conditions: object[] = [], uid = 'vmi-1') {
  const instance = anInstance({ [phase]: 1 }, uid);
  return {
    key: 'u-mei/train',
    machine: { ...instance, status: { ...instance.status, conditions } } as Instance,
  };
}

describe('a failure that KubeVirt tells of an instance', () => {
  it('stands until the instance runs, though virt-handler takes it back at every attempt', () => {
    const failures = new SyncFailures();
    expect(failures.of(seen('Scheduled'))).toBeUndefined();
    expect(failures.of(seen('Scheduled', [refusal]))?.message).toBe('Code=67');
    expect(failures.of(seen('Scheduled'))?.message).toBe('Code=67');
    expect(failures.of(seen('Scheduled', [{ ...refusal, message: 'Code=1' }]))?.message).toBe('Code=1');
    expect(failures.of(seen('Running'))).toBeUndefined();
    expect(failures.of(seen('Scheduled'))).toBeUndefined();
  });

  it.each([
    ['virt-controller takes it back, which tries no more then', seen('Scheduling')],
    ['another instance has taken its place', seen('Scheduled', [], 'vmi-2')],
    ['there is no instance', { key: 'u-mei/train', machine: undefined }],
  ])('is over when %s', (_, later) => {
    const failures = new SyncFailures();
    failures.of(seen('Scheduled', [refusal]));
    expect(failures.of(later)).toBeUndefined();
  });
});
