import type { Region } from '@gpulease/crds';
import type { StorageClass } from '@gpulease/kube';
import type { DiskStorage } from '../kubevirt/disk-storage.ts';
import { hasStorageClass } from '../region/classes.ts';

/** Name of a StorageClass; undefined: the cluster's default. */
export type ClassName = string | undefined;

/** The StorageClass of the root disks of a region's machines. */
export function classOf(region: Region | undefined): ClassName {
  return region?.spec.storage?.className;
}

/**
 * How disks of a class are claimed: as the first of its Active regions by name has it, whose machines clone the same image. Two
 * regions that name one class should say the same of it.
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

/** Where machines can be ordered, so that images have to be there: cloning is quick only within a class. */
export function activeClasses(regions: readonly Region[]): ClassName[] {
  return distinct(regions.filter(({ spec }) => spec.state === 'Active'));
}

/**
 * Into which of these an image is imported. One that the cluster does not have is the fault of the region that names it,
 * and no reason for an image to be not ready elsewhere.
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

/** Whose copies are kept: an Inactive region may have machines on the way, and may come back. */
export function namedClasses(regions: readonly Region[]): ClassName[] {
  return distinct(regions);
}

/** By name and the default last, so that the status does not change with the order of the regions. */
function distinct(regions: readonly Region[]): ClassName[] {
  return [...new Set(regions.map(classOf))].sort();
}
