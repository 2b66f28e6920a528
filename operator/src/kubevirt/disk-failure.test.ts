import { describe, expect, it } from '@jest/globals';
import type { DataVolume } from '@gpulease/kube/kubevirt';
import { diskFailure, reportAt } from './disk-failure.ts';

type Status = NonNullable<DataVolume['status']>;

const createdAt = '2026-01-01T00:00:00Z';
const since = '2026-01-01T00:01:00Z';
const now = new Date('2026-01-01T01:00:00Z');

function aDisk(status: Status): DataVolume {
  return {
    apiVersion: 'cdi.kubevirt.io/v1beta1',
    kind: 'DataVolume',
    metadata: { name: 'root', creationTimestamp: createdAt },
    spec: {},
    status,
  };
}

const no = (type: string, reason: string, message = 'why') => ({
  type,
  status: 'False',
  reason,
  message,
  lastTransitionTime: since,
});
const bound = { type: 'Bound', status: 'True', reason: 'Bound' };

describe('the failure of a disk', () => {
  it.each<[name: string, status: Status, kind: string | undefined]>([
    ['no access mode', { phase: '', conditions: [no('Bound', 'ErrClaimNotValid')] }, 'Refused'],
    ['a quota', { phase: 'Pending', conditions: [no('Bound', 'ErrExceededQuota')] }, 'Refused'],
    ['a lost claim', { phase: 'Failed', conditions: [no('Bound', 'ClaimLost')] }, 'Refused'],
    ['full storage', { phase: 'Pending', conditions: [no('Bound', 'Pending')] }, 'Unbound'],
    [
      'an image that is larger than the disk',
      { phase: '', conditions: [no('Bound', 'CloneValidationFailed')] },
      'Refused',
    ],
    [
      'an image whose disk is gone',
      { phase: '', conditions: [no('Bound', 'CloneWithoutSource')] },
      'Refused',
    ],
    [
      'a populator whose volume is not provisioned',
      {
        phase: 'Pending',
        conditions: [no('Bound', 'Pending', 'target PVC root Pending and [prime-1] : failed to provision')],
      },
      'Unbound',
    ],
    [
      'a populator whose pod is still pulling its image',
      {
        phase: 'ImportScheduled',
        conditions: [
          no('Bound', 'Pending', 'target PVC root Pending and [prime-1] : Successfully provisioned'),
        ],
      },
      'Idle',
    ],
    [
      'an image that cannot be pulled for the copy',
      { phase: 'ImportInProgress', conditions: [bound, no('Running', 'ImagePullBackOff')] },
      'Failing',
    ],
    [
      'a copy that makes no progress',
      { phase: 'CloneInProgress', progress: 'N/A', conditions: [bound] },
      'Idle',
    ],
    [
      'none while a populator fills the disk',
      { phase: 'ImportInProgress', progress: '3.0%', conditions: [no('Bound', 'Pending')] },
      undefined,
    ],
    [
      'none while the storage itself clones',
      { phase: 'CSICloneInProgress', progress: 'N/A', conditions: [no('Bound', 'Pending')] },
      undefined,
    ],
    [
      'none while the disk waits for its machine',
      { phase: 'WaitForFirstConsumer', conditions: [no('Bound', 'Pending')] },
      undefined,
    ],
    ['none once it is complete', { phase: 'Succeeded', conditions: [no('Bound', 'ClaimLost')] }, undefined],
  ])('%s', (_name, status, kind) => {
    expect(diskFailure(aDisk(status))?.kind).toBe(kind);
  });

  it('is reported at once if someone must act, and after a delay if it may resolve itself', () => {
    const told = (status: Status) => {
      const disk = aDisk(status);
      const failure = diskFailure(disk);
      return failure && reportAt(disk, failure, now).toISOString();
    };
    expect(told({ phase: '', conditions: [no('Bound', 'ErrClaimNotValid')] })).toBe(
      '2026-01-01T00:01:00.000Z',
    );
    expect(told({ phase: 'Pending', conditions: [no('Bound', 'Pending')] })).toBe('2026-01-01T00:02:00.000Z');
    expect(told({ phase: 'CloneInProgress', conditions: [bound] })).toBe('2026-01-01T00:05:00.000Z');
  });

  it('counts from the creation of the disk when the copy keeps failing', () => {
    const running = no('Running', 'Error');
    const failure = (restartCount: number) =>
      diskFailure(aDisk({ phase: 'ImportInProgress', restartCount, conditions: [bound, running] }));
    expect(failure(1)?.since).toBe(since);
    expect(failure(3)?.since).toBeUndefined();
  });
});
