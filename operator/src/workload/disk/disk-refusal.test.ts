import { describe, expect, it } from '@jest/globals';
import type { DataVolume } from '@gpulease/kube/kubevirt';
import { aScope, aWorkload, minutesAgo } from '../../testing/scope.ts';
import type { Scope } from '../scope.ts';
import { diskMoments, diskRefusal, toldDiskFailure } from './disk-refusal.ts';

/** What CDI says of a clone, on storage with a CSI driver, from when it has the source. */
const cloning = {
  phase: 'CloneInProgress',
  progress: 'N/A',
  conditions: [
    { type: 'Bound', status: 'False', reason: 'Pending', message: 'PVC train-root Pending' },
    { type: 'Running', status: 'True', reason: 'Populator is running', message: '' },
  ],
};

/** A start whose disk was begun so many minutes ago; `phase` is that of the claim beside the image. */
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

describe('a clone of which nothing comes', () => {
  it.each<[string, Scope, string | undefined]>([
    ['is waited for a minute while it has no volume', aStart(0.5, 'Pending'), undefined],
    ['is told as storage that provides nothing after that', aStart(1, 'Pending'), 'DiskNotProvided'],
    ['is waited for 5 minutes once it has', aStart(4, 'Bound'), undefined],
    ['is told as a copy that does not go on after that', aStart(5, 'Bound'), 'DiskCopyStuck'],
    ['is told as that too where there is no claim beside the image', aStart(5, undefined), 'DiskCopyStuck'],
  ])('%s', (_name, scope, reason) => {
    expect(toldDiskFailure(scope)?.reason).toBe(reason);
  });

  it('is told with the claim that waits', () => {
    expect(toldDiskFailure(aStart(1, 'Pending'))?.detail).toContain('PVC gpulease-images/tmp-pvc-1 Pending');
  });

  it.each([
    ['Pending', 5],
    ['Bound', 15],
  ] as const)(
    'gives its place back when the claim beside the image is %s for %i minutes',
    (phase, minutes) => {
      expect(diskRefusal(aStart(1, phase))?.at.toISOString().slice(0, 19)).toBe(
        minutesAgo(1 - minutes).slice(0, 19),
      );
    },
  );

  it('is looked at again when its volume is due, though it is not known yet to have none', () => {
    expect(diskMoments(aStart(0, undefined)).map((moment) => moment.toISOString())).toContain(minutesAgo(-1));
  });
});
