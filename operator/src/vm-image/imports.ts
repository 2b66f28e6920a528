import type { VMImage } from '@gpulease/crds';
import type { DataSource, DataVolume } from '@gpulease/kube/kubevirt';
import { buildImport } from './golden-image.ts';

/** What there is of an image in the namespace of images. */
export interface GoldenImage {
  /** Its imports: the one of the present source, and earlier ones that are not cleared away yet. */
  imports: readonly DataVolume[];
  /** What machines clone; for an image that somebody else keeps, theirs. */
  dataSource: DataSource | undefined;
  /** A DataSource of ours that machines do not clone any more, because the image is kept by somebody else now. */
  leftSource?: DataSource | undefined;
  /** Whether machines may clone the disk of an image that somebody else keeps, as far as that is known. */
  mayBeCloned?: boolean | undefined;
}

/** The import of the present source, as far as it is there. */
export function presentImport(image: VMImage, { imports }: GoldenImage): DataVolume | undefined {
  const wanted = buildImport(image);
  return imports.find(({ metadata }) => metadata.name === wanted?.metadata.name);
}

/**
 * The import that machines are to clone: that of the present source once it is there, until then the one that they
 * clone already. Undefined while none is finished.
 */
export function usableImport(image: VMImage, golden: GoldenImage): DataVolume | undefined {
  const present = presentImport(image, golden);
  if (present !== undefined && isFinished(present)) return present;
  return clonedImport(golden) ?? golden.imports.find(isFinished);
}

/** The finished import that the DataSource names. */
export function clonedImport({ imports, dataSource }: GoldenImage): DataVolume | undefined {
  const cloned = dataSource?.spec.source.pvc?.name;
  return imports.find((disk) => isFinished(disk) && disk.metadata.name === cloned);
}

function isFinished({ metadata, status }: DataVolume): boolean {
  return metadata.deletionTimestamp === undefined && status?.phase === 'Succeeded';
}
