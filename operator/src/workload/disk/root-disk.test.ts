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

/** A machine whose disk was made with 100 GiB. */
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

describe('the growth of a root disk to its ordered size', () => {
  it.each<[string, Scope, ReturnType<typeof growthOf>]>([
    ['nothing when it is', made('100Gi'), undefined],
    [
      'nothing when its claim was made a little larger than ordered',
      made('100Gi', { claim: aClaim('107Gi') }),
      undefined,
    ],
    ['its claim to ask for more', made('150Gi'), { size: '150Gi', claimBytes: 150 * GiB, onNode: false }],
    [
      "more than that in a file system, whose own part is not the guest's",
      made('94Gi', {
        virtualMachine: aVirtualMachine({
          dataVolumeTemplates: [{ spec: { storage: { resources: { requests: { storage: '47Gi' } } } } }],
        }),
        claim: aClaim('50Gi', { volumeMode: 'Filesystem' }),
      }),
      { size: '94Gi', claimBytes: 100 * GiB, onNode: false },
    ],
    [
      'as much more in a file system as CDI leaves to it in that class',
      made('90Gi', {
        virtualMachine: aVirtualMachine({
          dataVolumeTemplates: [{ spec: { storage: { resources: { requests: { storage: '45Gi' } } } } }],
        }),
        claim: aClaim('50Gi', { volumeMode: 'Filesystem', storageClassName: 'local' }),
        cdiConfig: overheads({ global: '0.2', storageClass: { local: '0.1' } }),
      }),
      { size: '90Gi', claimBytes: 100 * GiB, onNode: false },
    ],
    ['nothing once its claim asks for it', made('150Gi', { claim: aClaim('150Gi') }), undefined],
    ['nothing before it has a volume', made('150Gi', { claim: unbound }), undefined],
    ['nothing before it has a claim', made('150Gi', { claim: undefined }), undefined],
    [
      'nothing while it is still made from the image',
      made('150Gi', { rootDisk: { status: { phase: 'CloneInProgress' } } as DataVolume }),
      undefined,
    ],
    [
      'storage that can grow',
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
      'a class of storage',
      made('150Gi', { storageClass: undefined }),
      { refused: expect.objectContaining({ reason: 'StorageCannotGrow' }) as never },
    ],
    [
      'room on its node, where it lies there',
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
      'no more than was included when it was ordered, whatever the SKU has become',
      made('150Gi', {}, { resources: { cpu: 4, memory: '16Gi', disk: '100Gi' } }),
      { refused: expect.objectContaining({ reason: 'DiskNotIncluded' }) as never },
    ],
    [
      'a start, where it lies on a node and its machine is stopped',
      made('150Gi', { region: aRegion('Node') }, { placed: undefined }),
      { refused: expect.objectContaining({ reason: 'DiskGrowsAtStart' }) as never },
    ],
  ])('%s', (_, scope, growth) => {
    expect(growthOf(scope)).toEqual(growth);
  });
});

describe('the size that a root disk was given', () => {
  const order = (status: WorkloadStatus) => aScope(aWorkload({ rootDiskSize: '150Gi' }, status));
  it.each<[string, Scope, string]>([
    ['is what is ordered before it has a place', order({ rootDiskSize: '100Gi' }), '150Gi'],
    [
      'is no more than the price includes, though more was asked for before it has a place',
      aScope(aWorkload({ rootDiskSize: '4Ti' })),
      '200Gi',
    ],
    ['is what it got its place with', order({ rootDiskSize: '100Gi', placed }), '100Gi'],
    ['stays until it grows', made('150Gi'), '100Gi'],
    ['is what is ordered once its claim asks for it', made('150Gi', { claim: aClaim('150Gi') }), '150Gi'],
  ])('%s', (_, scope, size) => {
    expect(rootDiskSize(scope)).toBe(size);
  });
});

describe('a root disk that grows', () => {
  it.each<[string, Scope, boolean]>([
    [
      'grows until its volume is as large as asked',
      made('150Gi', { claim: aClaim('150Gi', {}, '100Gi') }),
      true,
    ],
    ['has grown then', made('150Gi', { claim: aClaim('150Gi') }), false],
    ['does not grow when it was just made', made('100Gi', { claim: aClaim('107Gi', {}, '100Gi') }), false],
  ])('%s', (_, scope, growing) => {
    expect(isDiskGrowing(scope)).toBe(growing);
  });
});
