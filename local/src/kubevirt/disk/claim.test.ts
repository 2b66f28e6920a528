import { describe, expect, it } from '@jest/globals';
import type { PersistentVolumeClaim } from '@gpulease/kube';
import type { DataVolume } from '@gpulease/kube/kubevirt';
import type { World } from '../world.ts';
import { settleClaim } from './claim.ts';

const metadata = { name: 'root', namespace: 'default' };
const annotations = { 'cdi.kubevirt.io/storage.pod.phase': 'Succeeded' };
const going = { ...metadata, deletionTimestamp: '2026-01-01T00:00:00Z' };

/** Settles a claim whose class has the given provisioner. */
function settled(claim: Partial<PersistentVolumeClaim>, provisioner: string) {
  const pending = { metadata, spec: { storageClassName: 'disks' }, ...claim };
  const world = {
    cluster: { resource: () => ({ mergePatch: () => Promise.resolve() }) },
    claims: { store: { get: () => pending } },
    storageClasses: { store: { get: () => ({ provisioner }) } },
  };
  const disk: DataVolume = {
    apiVersion: 'v1beta1',
    kind: 'DataVolume',
    metadata,
    spec: {},
  };
  return settleClaim(world as unknown as World, disk, new Set());
}

describe('the claim of a disk', () => {
  it.each([
    ['is bound if the class has a provisioner', settled({}, 'rbd.csi.ceph.com'), true],
    ['waits if volumes are created manually', settled({}, 'kubernetes.io/no-provisioner'), false],
    [
      'is not taken over from an earlier disk during deletion',
      settled({ metadata: going, status: { phase: 'Bound' } }, 'rbd.csi.ceph.com'),
      false,
    ],
    [
      'stays bound during deletion if it is filled',
      settled({ metadata: { ...going, annotations }, status: { phase: 'Bound' } }, 'rbd.csi.ceph.com'),
      true,
    ],
  ])('%s', async (_name, state, isBound) => {
    expect(await state).toMatchObject({ isBound });
  });
});
