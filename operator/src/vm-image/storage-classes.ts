import type { Region } from '@gpulease/crds';
import type { StorageClass } from '@gpulease/kube';
import type { DiskStorage } from '../kubevirt/disk-storage.ts';
import { hasStorageClass } from '../region/classes.ts';

/** Name of a StorageClass; undefined means the cluster's default. */
export type ClassName = string | undefined;

/** Returns the StorageClass for the root disks of a region's machines. */
export function classOf(region: Region | undefined): ClassName {
  return region?.spec.storage?.className;
}

/**
 * Returns how disks of a class are claimed, as configured in the first of its Active regions by name: machines of all these
 * regions clone the same image, so regions that share a class should have the same settings.
 */
export function storageOfClass(regions: readonly Region[], className: ClassName): DiskStorage {
  const [first] = regions
    .filter((region) => region.spec.state === 'Active' && classOf(region) === className)
    .sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1));
  return storageOf(first);
}

export function storageOf(region: Region | undefined): DiskStorage {
  return { locality: 'Shared', ...region?.spec.storage };
}

/** Returns the classes that machines can be ordered in. Each needs the images, because cloning is fast only within a class. */
export function activeClasses(regions: readonly Region[]): ClassName[] {
  return distinct(regions.filter(({ spec }) => spec.state === 'Active'));
}

/**
 * Splits the classes by whether the cluster has them. A missing class is the fault of the region that names it, and does
 * not make an image unready elsewhere.
 */
export function presentClasses(
  classes: readonly ClassName[],
  present: readonly StorageClass[],
): { there: ClassName[]; missing: ClassName[] } {
  const { there = [], missing = [] } = Object.groupBy(classes, (name) =>
    hasStorageClass(name, present) ? 'there' : 'missing',
  );
  return { there, missing };
}

/** Returns the classes whose copies are retained: an Inactive region may have machines starting, and may become Active again. */
export function namedClasses(regions: readonly Region[]): ClassName[] {
  return distinct(regions);
}

/** Sorts by name, with the default last, so that the status does not depend on the order of the regions. */
function distinct(regions: readonly Region[]): ClassName[] {
  return [...new Set(regions.map(classOf))].sort();
}
