import type { PersistentVolumeClaim } from '@gpulease/kube';
import { parseQuantity } from '@gpulease/kube';

/** What CDI keeps free, unless told otherwise, of a volume with a file system for what is not the disk's content. */
const FILE_SYSTEM_OVERHEAD = 0.06;
const MiB = 2 ** 20;

/** Bytes that the claim of a root disk has to ask for, so that the guest sees a disk of this size. */
export function claimBytes(diskSize: string, { spec }: PersistentVolumeClaim): number {
  const bytes = parseQuantity(diskSize);
  if (spec?.volumeMode === 'Block') return bytes;
  return Math.ceil(bytes / (1 - FILE_SYSTEM_OVERHEAD) / MiB) * MiB;
}

/** Bytes that the claim asks for. */
export function requestedBytes({ spec }: PersistentVolumeClaim): number {
  return parseQuantity(spec?.resources?.requests?.storage ?? 0);
}

/** The volume is not yet as large as its claim asks. */
export function isGrowing(claim: PersistentVolumeClaim): boolean {
  return parseQuantity(claim.status?.capacity?.storage ?? 0) < requestedBytes(claim);
}
