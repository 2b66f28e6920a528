import { describe, expect, it } from '@jest/globals';
import type { PersistentVolumeClaim, StorageClass } from '@gpulease/kube';
import type { CDIConfig, StorageSpec } from '@gpulease/kube/kubevirt';
import { claimSpec, sizeRefusal, type ClaimSituation } from './claim-spec.ts';
import type { StorageProfile } from './storage-profile.ts';

const isDefault = { 'storageclass.kubernetes.io/is-default-class': 'true' };
const aClass = (name: string, provisioner: string, annotations = {}): StorageClass => ({
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: { name, annotations },
  provisioner,
});
const storageClasses = [
  aClass('simulated', 'disk.simulation.gpulease.dev', isDefault),
  aClass('standard', 'rancher.io/local-path'),
];
const config = { status: { filesystemOverhead: { global: '0.06', storageClass: { standard: '0.1' } } } };
const localPath = { metadata: { name: 'standard' }, spec: {} } as StorageProfile;

function claimOf(storage: Partial<StorageSpec> | undefined, changes: Partial<ClaimSituation> = {}) {
  const resources = { requests: { storage: '10Gi' } };
  return claimSpec({
    disk: {
      apiVersion: 'cdi.kubevirt.io/v1beta1',
      kind: 'DataVolume',
      metadata: { name: 'root' },
      spec: storage === undefined ? {} : { storage: { resources, ...storage } },
    },
    storageClasses,
    storageProfiles: [localPath],
    config: config as unknown as CDIConfig,
    ...changes,
  });
}

const GiB = 2 ** 30;

describe('the claim that CDI creates', () => {
  it('has the access and volume modes that CDI knows for the class', () => {
    expect(claimOf({})).toEqual({
      accessModes: ['ReadWriteMany'],
      volumeMode: 'Block',
      resources: { requests: { storage: String(10 * GiB) } },
      storageClassName: 'simulated',
    });
    expect(claimOf({ accessModes: ['ReadWriteOnce'] })).toMatchObject({
      accessModes: ['ReadWriteOnce'],
      volumeMode: 'Block',
    });
  });

  it('is larger by the file system overhead of its class', () => {
    const modes = { accessModes: ['ReadWriteOnce'], storageClassName: 'standard' };
    expect(claimOf(modes)).toMatchObject({
      volumeMode: 'Filesystem',
      resources: { requests: { storage: String(11 * GiB) } },
    });
    expect(claimOf({ volumeMode: 'Filesystem' })).toMatchObject({
      resources: { requests: { storage: String(Math.ceil(10 * GiB * 1.06)) } },
    });
  });

  it('has the modes that an administrator set in the StorageProfile', () => {
    const spec = {
      claimPropertySets: [{ accessModes: ['ReadWriteOnce'], volumeMode: 'Filesystem' as const }],
    };
    expect(
      claimOf({ storageClassName: 'standard' }, { storageProfiles: [{ ...localPath, spec }] }),
    ).toMatchObject({ accessModes: ['ReadWriteOnce'], volumeMode: 'Filesystem' });
  });

  it('has the newest class among several defaults', () => {
    const older = aClass('older', 'rbd.csi.ceph.com', isDefault);
    const newer = aClass('newer', 'rbd.csi.ceph.com', isDefault);
    older.metadata.creationTimestamp = '2026-01-01T00:00:00Z';
    newer.metadata.creationTimestamp = '2026-01-02T00:00:00Z';
    expect(claimOf({}, { storageClasses: [older, newer] })).toMatchObject({ storageClassName: 'newer' });
  });

  it.each<[name: string, storage: Partial<StorageSpec> | undefined, message: string]>([
    [
      'a class unknown to CDI without an access mode',
      { storageClassName: 'standard' },
      'no accessMode specified in StorageProfile standard',
    ],
    [
      'a class unknown to CDI with only a volume mode',
      { storageClassName: 'standard', volumeMode: 'Block' },
      'no matching accessMode specified in StorageProfile standard',
    ],
    [
      'a missing class without an access mode',
      { storageClassName: 'gone' },
      'PVC spec is missing accessMode and no storageClass to choose profile',
    ],
    ['no size', { resources: {} }, 'PVC Spec is not valid - missing storage size'],
    ['no storage', undefined, 'datavolume one of {pvc, storage} field is required'],
  ])('is not created for %s', (_name, storage, message) => {
    expect(claimOf(storage)).toEqual({ reason: 'ErrClaimNotValid', message });
  });
});

describe('a clone', () => {
  const refusalOf = (size: string, volumeMode: 'Block' | 'Filesystem') => {
    const source: PersistentVolumeClaim = {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { name: 'image' },
      spec: { volumeMode, resources: { requests: { storage: '10Gi' } } },
    };
    return sizeRefusal(
      {
        apiVersion: 'cdi.kubevirt.io/v1beta1',
        kind: 'DataVolume',
        metadata: { name: 'root' },
        spec: { storage: { resources: { requests: { storage: size } } } },
      },
      source,
    );
  };

  it('smaller than its source block device gets no claim', () => {
    expect(refusalOf('9Gi', 'Block')).toEqual({
      reason: 'CloneValidationFailed',
      message: expect.stringContaining(`smaller than the source ${9 * GiB} < ${10 * GiB}`),
    });
    expect(refusalOf('10Gi', 'Block')).toBeUndefined();
    expect(refusalOf('9Gi', 'Filesystem')).toBeUndefined();
  });
});
