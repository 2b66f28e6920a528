import { describe, expect, it } from '@jest/globals';
import type { DataVolume } from '@gpulease/kube/kubevirt';
import { aScope, aWorkload, minutesAgo } from '../../testing/scope.ts';
import type { Scope } from '../scope.ts';
import { diskMoments, diskRefusal, reportedDiskFailure } from './disk-refusal.ts';

/** CDI's status of a clone on storage with a CSI driver, once it has the source. */
const cloning = {
  phase: 'CloneInProgress',
  progress: 'N/A',
  conditions: [
    { type: 'Bound', status: 'False', reason: 'Pending', message: 'PVC train-root Pending' },
    { type: 'Running', status: 'True', reason: 'Populator is running', message: '' },
  ],
};

/** A start whose disk was created this many minutes ago; `phase` is that of the temporary claim. */
function aStart(minutes: number, phase: 'Pending' | 'Bound' | undefined): Scope {
  const began = minutesAgo(minutes);
  const rootDisk = { metadata: { name: 'train-root', creationTimestamp: began }, status: cloning };
  const placed = { node: 'gpu-1', at: began };
  const metadata = { namespace: 'gpulease-images', name: 'tmp-pvc-1' };
  return aScope(aWorkload({}, { phase: 'Starting', placed }), {
    rootDisk: rootDisk as unknown as DataVolume,
    copyClaim: phase && ({ metadata, status: { phase } } as Scope['copyClaim']),
  });
}

describe('a clone without progress', () => {
  it.each<[string, Scope, string | undefined]>([
    ['is awaited for a minute without a volume', aStart(0.5, 'Pending'), undefined],
    ['is then reported as storage without a volume', aStart(1, 'Pending'), 'DiskNotProvided'],
    ['is awaited for 5 minutes with a volume', aStart(4, 'Bound'), undefined],
    ['is then reported as a stuck copy', aStart(5, 'Bound'), 'DiskCopyStuck'],
    ['is also a stuck copy without a temporary claim', aStart(5, undefined), 'DiskCopyStuck'],
  ])('%s', (_name, scope, reason) => {
    expect(reportedDiskFailure(scope)?.reason).toBe(reason);
  });

  it('is reported with the waiting claim', () => {
    expect(reportedDiskFailure(aStart(1, 'Pending'))?.detail).toContain(
      'PVC gpulease-images/tmp-pvc-1 Pending',
    );
  });

  it.each([
    ['Pending', 5],
    ['Bound', 15],
  ] as const)('releases its place when the temporary claim is %s for %i minutes', (phase, minutes) => {
    expect(diskRefusal(aStart(1, phase))?.at.toISOString().slice(0, 19)).toBe(
      minutesAgo(1 - minutes).slice(0, 19),
    );
  });

  it('is reconciled when its volume is due, even if it is not yet known to have none', () => {
    expect(diskMoments(aStart(0, undefined)).map((moment) => moment.toISOString())).toContain(minutesAgo(-1));
  });
});
