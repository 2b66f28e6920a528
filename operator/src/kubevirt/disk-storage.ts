import type { RegionSpec } from '@gpulease/crds';
import type { StorageSpec } from '@gpulease/kube/kubevirt';

/** How the disks of a region are claimed. */
export type DiskStorage = NonNullable<RegionSpec['storage']>;

/** Builds the storage section of a DataVolume, for machines and for the images that they clone. `size` is a quantity. */
export function storageSpec(
  size: string,
  { className, locality, accessModes, volumeMode }: DiskStorage,
): StorageSpec {
  const modes: string[] | undefined = accessModes ?? defaultModes[locality];
  return {
    resources: { requests: { storage: size } },
    ...(className === undefined ? {} : { storageClassName: className }),
    ...(modes === undefined ? {} : { accessModes: modes }),
    ...(volumeMode === undefined ? {} : { volumeMode }),
  };
}

/**
 * A local disk is used from its node alone. CDI does not know the access modes of most local provisioners and creates no
 * claim without them. For shared disks its own defaults are better.
 */
const defaultModes: Record<DiskStorage['locality'], string[] | undefined> = {
  Node: ['ReadWriteOnce'],
  Shared: undefined,
};
