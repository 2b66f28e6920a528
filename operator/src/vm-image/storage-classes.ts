import type { Region } from '@gpulease/crds';
import type { StorageClass } from '@gpulease/kube';
import { hasStorageClass } from '../region/classes.ts';

/** Name of a StorageClass; undefined: the cluster's default. */
export type ClassName = string | undefined;

/** The StorageClass of the root disks of a region's machines. */
export function classOf(region: Region | undefined): ClassName {
  return region?.spec.storage?.className;
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
