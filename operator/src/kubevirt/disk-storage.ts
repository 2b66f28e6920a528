import type { RegionSpec } from '@gpulease/crds';
import type { StorageSpec } from '@gpulease/kube/kubevirt';

/** How disks of a region are claimed. */
export type DiskStorage = NonNullable<RegionSpec['storage']>;

/** What a DataVolume says about its claim, for machines and for the images that they clone alike. `size` is a quantity. */
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
 * A disk on a node is used from that node alone, and CDI does not know the access modes of most provisioners of local disks,
 * without which it makes no claim. For shared disks CDI knows better.
 */
const defaultModes: Record<DiskStorage['locality'], string[] | undefined> = {
  Node: ['ReadWriteOnce'],
  Shared: undefined,
};
