import type { VMImage } from '@gpulease/crds';
import { isDeleting } from '@gpulease/kube';
import type { DataSource } from '@gpulease/kube/kubevirt';
import type { KeptDisk } from '../kept/kept.ts';
import { isUnbound } from '../kubevirt/disk-failure.ts';
import type { DiskStorage } from '../kubevirt/disk-storage.ts';
import { buildImport } from './objects.ts';
import type { ClassName } from './storage-classes.ts';

/** What there is of an image for machines whose root disks are of one StorageClass. */
export interface GoldenDisk {
  /** The access mode and storage class of its claim. */
  storage: DiskStorage;
  /** Its imports: the one of the present source, and earlier ones that are not cleared away yet. */
  imports: readonly KeptDisk[];
  /** What machines clone. */
  dataSource: DataSource | undefined;
}

/** All that there is of an image. */
export interface GoldenImage {
  /** When it was looked at. */
  now: Date;
  /** One for each StorageClass that machines can be ordered with; none of an image that somebody else keeps. */
  disks: readonly GoldenDisk[];
  /** StorageClasses that Active regions name and the cluster does not have. */
  missingClasses?: readonly ClassName[] | undefined;
  /** What we made that no region names any more, or that somebody else keeps now. */
  left: { imports: readonly KeptDisk[]; dataSources: readonly DataSource[] };
  /** Whether the namespace of images is there, and not on its way out. */
  hasNamespace: boolean;
  /** Theirs, of an image that somebody else keeps. */
  dataSource?: DataSource | undefined;
  /** Whether machines may clone the disk of an image that somebody else keeps, as far as that is known. */
  mayBeCloned?: boolean | undefined;
  /** The cluster has no CDI to import anything. */
  hasNoCdi?: boolean | undefined;
}

/** The import of the present source, as far as it is there. */
export function presentImport(image: VMImage, { storage, imports }: GoldenDisk): KeptDisk | undefined {
  const wanted = buildImport(image, storage);
  return imports.find(({ metadata }) => metadata.name === wanted?.metadata.name);
}

/**
 * The import that machines are to clone: that of the present source once it is there, until then the one that they
 * clone already. Undefined while none is finished.
 */
export function usableImport(image: VMImage, disk: GoldenDisk): KeptDisk | undefined {
  const finished = disk.imports.filter(isFinished);
  const present = presentImport(image, disk);
  if (present !== undefined && finished.includes(present)) return present;
  return clonedImport(disk) ?? finished[0];
}

/** The finished import that the DataSource names. */
export function clonedImport({ imports, dataSource }: GoldenDisk): KeptDisk | undefined {
  if (dataSource === undefined || isDeleting(dataSource)) return undefined;
  const named = dataSource.spec.source.pvc?.name;
  return imports.find((disk) => isFinished(disk) && disk.metadata.name === named);
}

/** One whose claim was deleted is imported again by CDI, which says of it for a moment longer that it has succeeded. */
function isFinished(disk: KeptDisk): boolean {
  return !isDeleting(disk) && disk.status?.phase === 'Succeeded' && !isUnbound(disk);
}
