import type { Region } from '@gpulease/crds';

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

/** Whose copies are kept: an Inactive region may have machines on the way, and may come back. */
export function namedClasses(regions: readonly Region[]): ClassName[] {
  return distinct(regions);
}

/** By name and the default last, so that the status does not change with the order of the regions. */
function distinct(regions: readonly Region[]): ClassName[] {
  return [...new Set(regions.map(classOf))].sort();
}
