import { describe, expect, it } from '@jest/globals';
import type { WorkloadStatus } from '@gpulease/crds';
import type { PersistentVolumeClaim, StorageClass } from '@gpulease/kube';
import type { DataVolume } from '@gpulease/kube/kubevirt';
import { aScope, aVirtualMachine, aWorkload, minutesAgo } from '../../testing/scope.ts';
import { growthOf, isDiskGrowing, rootDiskSize } from './root-disk.ts';
import type { Scope } from '../scope.ts';

const GiB = 2 ** 30;
const placed = { node: 'gpu-1', at: minutesAgo(5) };

function aClaim(storage: string, spec: object = {}, capacity = storage): PersistentVolumeClaim {
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: 'train-0a1b2c3d-root' },
    spec: { volumeMode: 'Block', resources: { requests: { storage } }, ...spec },
    status: { phase: 'Bound', capacity: { storage: capacity } },
  };
}

function aClass(allowVolumeExpansion: boolean): StorageClass {
  return {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'StorageClass',
    metadata: { name: 'fast' },
    provisioner: 'csi.example',
    allowVolumeExpansion,
  };
}

function aRegion(locality: 'Shared' | 'Node'): Scope['region'] {
  return { spec: { storage: { locality } } } as Scope['region'];
}

/** A machine whose disk was created with 100 GiB. */
function made(ordered: string, changes: Partial<Scope> = {}, status: WorkloadStatus = {}): Scope {
  const storage = { resources: { requests: { storage: '100Gi' } } };
  return aScope(aWorkload({ rootDiskSize: ordered }, { rootDiskSize: '100Gi', placed, ...status }), {
    virtualMachine: aVirtualMachine({ dataVolumeTemplates: [{ spec: { storage } }] }),
    rootDisk: { status: { phase: 'Succeeded' } } as DataVolume,
    claim: aClaim('100Gi'),
    storageClass: aClass(true),
    region: aRegion('Shared'),
    ...changes,
  });
}

const unbound = { ...aClaim('100Gi'), status: { phase: 'Pending' as const } };

const overheads = (filesystemOverhead: object) =>
  ({ metadata: { name: 'config' }, status: { filesystemOverhead } }) as unknown as Scope['cdiConfig'];

describe('the growth of a root disk to its ordered size needs', () => {
  it.each<[string, Scope, ReturnType<typeof growthOf>]>([
    ['nothing if it has that', made('100Gi'), undefined],
    [
      'nothing if its claim was created slightly larger than ordered',
      made('100Gi', { claim: aClaim('107Gi') }),
      undefined,
    ],
    ['its claim to request more', made('150Gi'), { size: '150Gi', claimBytes: 150 * GiB, onNode: false }],
    [
      'more than that in a file system, which the guest cannot use entirely',
      made('94Gi', {
        virtualMachine: aVirtualMachine({
          dataVolumeTemplates: [{ spec: { storage: { resources: { requests: { storage: '47Gi' } } } } }],
        }),
        claim: aClaim('50Gi', { volumeMode: 'Filesystem' }),
      }),
      { size: '94Gi', claimBytes: 100 * GiB, onNode: false },
    ],
    [
      'the overhead of its StorageClass in a file system',
      made('90Gi', {
        virtualMachine: aVirtualMachine({
          dataVolumeTemplates: [{ spec: { storage: { resources: { requests: { storage: '45Gi' } } } } }],
        }),
        claim: aClaim('50Gi', { volumeMode: 'Filesystem', storageClassName: 'local' }),
        cdiConfig: overheads({ global: '0.2', storageClass: { local: '0.1' } }),
      }),
      { size: '90Gi', claimBytes: 100 * GiB, onNode: false },
    ],
    ['nothing once its claim requests it', made('150Gi', { claim: aClaim('150Gi') }), undefined],
    ['nothing before it has a volume', made('150Gi', { claim: unbound }), undefined],
    ['nothing before it has a claim', made('150Gi', { claim: undefined }), undefined],
    [
      'nothing while it is still being copied from the image',
      made('150Gi', { rootDisk: { status: { phase: 'CloneInProgress' } } as DataVolume }),
      undefined,
    ],
    [
      'storage that can expand it',
      made('150Gi', { storageClass: aClass(false) }),
      {
        refused: {
          reason: 'StorageCannotGrow',
          message: "The region's storage cannot make a disk larger, so the root disk stays at 100Gi.",
          parameters: { size: '100Gi' },
        },
      },
    ],
    [
      'a StorageClass',
      made('150Gi', { storageClass: undefined }),
      { refused: expect.objectContaining({ reason: 'StorageCannotGrow' }) as never },
    ],
    [
      'room on its node if it is local',
      made('150Gi', { region: aRegion('Node') }),
      { size: '150Gi', claimBytes: 150 * GiB, onNode: true },
    ],
    [
      'as much as the price includes, if more is ordered',
      made('4Ti'),
      { size: '200Gi', claimBytes: 200 * GiB, onNode: false },
    ],
    [
      'no more than the price includes',
      made('4Ti', { claim: aClaim('200Gi') }),
      {
        refused: {
          reason: 'DiskNotIncluded',
          message: 'The price includes a root disk of 200Gi; it does not grow beyond that.',
          parameters: { size: '200Gi' },
        },
      },
    ],
    [
      'no more than was included at the time of the order, whatever the SKU includes now',
      made('150Gi', {}, { resources: { cpu: 4, memory: '16Gi', disk: '100Gi' } }),
      { refused: expect.objectContaining({ reason: 'DiskNotIncluded' }) as never },
    ],
    [
      'a start if it is local and its machine is stopped',
      made('150Gi', { region: aRegion('Node') }, { placed: undefined }),
      { refused: expect.objectContaining({ reason: 'DiskGrowsAtStart' }) as never },
    ],
  ])('%s', (_, scope, growth) => {
    expect(growthOf(scope)).toEqual(growth);
  });
});

describe('the given size of a root disk', () => {
  const order = (status: WorkloadStatus) => aScope(aWorkload({ rootDiskSize: '150Gi' }, status));
  it.each<[string, Scope, string]>([
    ['is the ordered one before it has a place', order({ rootDiskSize: '100Gi' }), '150Gi'],
    [
      'is no more than the price includes, even if more was ordered before it has a place',
      aScope(aWorkload({ rootDiskSize: '4Ti' })),
      '200Gi',
    ],
    ['is what it was placed with', order({ rootDiskSize: '100Gi', placed }), '100Gi'],
    ['stays until it grows', made('150Gi'), '100Gi'],
    ['is the ordered one once its claim requests it', made('150Gi', { claim: aClaim('150Gi') }), '150Gi'],
  ])('%s', (_, scope, size) => {
    expect(rootDiskSize(scope)).toBe(size);
  });
});

describe('a growing root disk', () => {
  it.each<[string, Scope, boolean]>([
    [
      'grows until its volume has the requested size',
      made('150Gi', { claim: aClaim('150Gi', {}, '100Gi') }),
      true,
    ],
    ['has grown at that size', made('150Gi', { claim: aClaim('150Gi') }), false],
    ['does not grow if just created', made('100Gi', { claim: aClaim('107Gi', {}, '100Gi') }), false],
  ])('%s', (_, scope, growing) => {
    expect(isDiskGrowing(scope)).toBe(growing);
  });
});
