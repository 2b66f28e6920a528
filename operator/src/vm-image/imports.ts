import type { VMImage } from '@gpulease/crds';
import { isDeleting } from '@gpulease/kube';
import type { DataSource } from '@gpulease/kube/kubevirt';
import type { KeptDisk } from '../kept/kept.ts';
import { isUnbound } from '../kubevirt/disk-failure.ts';
import type { DiskStorage } from '../kubevirt/disk-storage.ts';
import { buildImport } from './objects.ts';
import type { ClassName } from './storage-classes.ts';

/** The copy of an image for machines whose root disks use one StorageClass. */
export interface GoldenDisk {
  /** The access mode and storage class of its claim. */
  storage: DiskStorage;
  /** The import of the present source, and earlier ones that are not deleted yet. */
  imports: readonly KeptDisk[];
  /** What machines clone. */
  dataSource: DataSource | undefined;
}

/** The observed state of an image. */
export interface GoldenImage {
  /** Time of the observation. */
  now: Date;
  /** One for each StorageClass that machines can be ordered with; empty for an image that is kept elsewhere. */
  disks: readonly GoldenDisk[];
  /** StorageClasses that Active regions name and the cluster does not have. */
  missingClasses?: readonly ClassName[] | undefined;
  /** Our objects that no region needs, or whose image is now kept elsewhere. */
  left: { imports: readonly KeptDisk[]; dataSources: readonly DataSource[] };
  /** Whether the namespace of images exists and is not being deleted. */
  hasNamespace: boolean;
  /** The DataSource of an image that is kept elsewhere. */
  dataSource?: DataSource | undefined;
  /** Whether machines may clone the disk of an image that is kept elsewhere; undefined while unknown. */
  mayBeCloned?: boolean | undefined;
  /** Whether the cluster lacks CDI, which imports disks. */
  hasNoCdi?: boolean | undefined;
}

/** Returns the import of the present source, if it exists. */
export function presentImport(image: VMImage, { storage, imports }: GoldenDisk): KeptDisk | undefined {
  const wanted = buildImport(image, storage);
  return imports.find(({ metadata }) => metadata.name === wanted?.metadata.name);
}

/**
 * Returns the import that machines should clone: that of the present source once it is finished, until then the one
 * that they clone already. Undefined while none is finished.
 */
export function usableImport(image: VMImage, disk: GoldenDisk): KeptDisk | undefined {
  const finished = disk.imports.filter(isFinished);
  const present = presentImport(image, disk);
  if (present !== undefined && finished.includes(present)) return present;
  return clonedImport(disk) ?? finished[0];
}

/** Returns the finished import that the DataSource names. */
export function clonedImport({ imports, dataSource }: GoldenDisk): KeptDisk | undefined {
  if (dataSource === undefined || isDeleting(dataSource)) return undefined;
  const named = dataSource.spec.source.pvc?.name;
  return imports.find((disk) => isFinished(disk) && disk.metadata.name === named);
}

/** If the claim of an import is deleted, CDI imports it again, but still reports success for a moment. */
function isFinished(disk: KeptDisk): boolean {
  return !isDeleting(disk) && disk.status?.phase === 'Succeeded' && !isUnbound(disk);
}
