import type { KubeObject, ResourceDefinition } from '@gpulease/crds';
import type { ApiObject, StorageClass } from '@gpulease/kube';

type VolumeMode = 'Block' | 'Filesystem';

/** A way to claim volumes of a class; the first is the default. */
export interface ClaimProperties {
  accessModes?: string[];
  volumeMode?: VolumeMode;
}

/** CDI's knowledge of the StorageClass of the same name. */
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

/** The cluster's CSI drivers, named after the provisioner of their classes. */
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
 * The relevant part of CDI 1.66's own table (pkg/storagecapabilities). It lacks `rancher.io/local-path`, the default of kind
 * and k3s: such a class has no access modes until an administrator writes them into its StorageProfile.
 */
const KNOWN: Record<string, ClaimProperties[] | undefined> = {
  'disk.simulation.gpulease.dev': [block('ReadWriteMany'), block('ReadWriteOnce'), file('ReadWriteOnce')],
  'rbd.csi.ceph.com': [block('ReadWriteMany'), block('ReadWriteOnce'), file('ReadWriteOnce')],
  'nfs.csi.k8s.io': [file('ReadWriteMany')],
};

/** Returns the access and volume modes of a class: those in its profile's spec, else CDI's own. */
export function claimPropertySets(
  storageClass: StorageClass,
  profile: StorageProfile | undefined,
): ClaimProperties[] {
  const written = profile?.spec.claimPropertySets ?? [];
  return written.length > 0 ? written : (KNOWN[storageClass.provisioner] ?? []);
}
