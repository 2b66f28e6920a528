import type { KubeObject, ResourceDefinition } from '@gpulease/crds';
import type { ApiObject, StorageClass } from '@gpulease/kube';

type VolumeMode = 'Block' | 'Filesystem';

/** One way in which volumes of a class can be claimed; the first is taken where a disk says nothing. */
export interface ClaimProperties {
  accessModes?: string[];
  volumeMode?: VolumeMode;
}

/** What CDI knows of a StorageClass, whose name it has. */
export type StorageProfile = KubeObject<
  { claimPropertySets?: ClaimProperties[] },
  { provisioner?: string; storageClass?: string; claimPropertySets?: ClaimProperties[] }
>;

export const storageProfiles: ResourceDefinition<StorageProfile> = {
  group: 'cdi.kubevirt.io',
  version: 'v1beta1',
  kind: 'StorageProfile',
  plural: 'storageprofiles',
  singular: 'storageprofile',
  namespaced: false,
};

/** What the cluster has of each CSI driver, which is named like the provisioner of its classes. */
export const csiDrivers: ResourceDefinition<ApiObject> = {
  group: 'storage.k8s.io',
  version: 'v1',
  kind: 'CSIDriver',
  plural: 'csidrivers',
  singular: 'csidriver',
  namespaced: false,
};

const block = (accessMode: string): ClaimProperties => ({ accessModes: [accessMode], volumeMode: 'Block' });
const file = (accessMode: string): ClaimProperties => ({
  accessModes: [accessMode],
  volumeMode: 'Filesystem',
});

/**
 * What CDI 1.66 knows by itself (pkg/storagecapabilities), as far as it is of use here. `rancher.io/local-path`, which kind and
 * k3s come with, is none of them: such a class has no access modes until somebody writes them into its StorageProfile.
 */
const KNOWN: Record<string, ClaimProperties[] | undefined> = {
  'disk.simulation.gpulease.dev': [block('ReadWriteMany'), block('ReadWriteOnce'), file('ReadWriteOnce')],
  'rbd.csi.ceph.com': [block('ReadWriteMany'), block('ReadWriteOnce'), file('ReadWriteOnce')],
  'nfs.csi.k8s.io': [file('ReadWriteMany')],
};

/** The access and volume modes of a class: what an administrator wrote into its profile, else what CDI knows. */
export function claimPropertySets(
  storageClass: StorageClass,
  profile: StorageProfile | undefined,
): ClaimProperties[] {
  const written = profile?.spec.claimPropertySets ?? [];
  return written.length > 0 ? written : (KNOWN[storageClass.provisioner] ?? []);
}
