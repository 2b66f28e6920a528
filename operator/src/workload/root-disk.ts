import type { PersistentVolumeClaim } from '@gpulease/kube';
import { claimBytes, isGrowing, requestedBytes } from '../kubevirt/root-disk.ts';
import { parseQuantity } from '../quantity.ts';
import { causes, storageCannotGrow } from './causes.ts';
import type { Scope } from './scope.ts';
import type { Cause } from './transition.ts';

/** What has to happen so that the root disk is as large as ordered. */
export type DiskGrowth =
  /** Its claim has to ask for so many bytes. */
  | { claimBytes: number; onNode: boolean }
  /** Why that cannot be, or not now. */
  | { refused: Cause };

/** The size that the root disk was given: as ordered until there is a place for it, and since then as far as it grew. */
export function rootDiskSize(scope: Scope): string {
  const { workload, virtualMachine, claim } = scope;
  const { spec, status } = workload;
  if (claim !== undefined && isLargerThanMade(scope) && isAskedFor(spec.rootDiskSize, claim)) {
    return spec.rootDiskSize;
  }
  const isGiven = status?.placed !== undefined || virtualMachine !== undefined;
  return (isGiven ? status?.rootDiskSize : undefined) ?? spec.rootDiskSize;
}

/** What is missing for the size that is ordered; undefined when nothing is, or there is no disk yet. */
export function growthOf(scope: Scope): DiskGrowth | undefined {
  const { workload, claim, rootDisk } = scope;
  if (claim?.status?.phase !== 'Bound' || rootDisk?.status?.phase !== 'Succeeded') return undefined;
  const wanted = workload.spec.rootDiskSize;
  if (!isLargerThanMade(scope) || isAskedFor(wanted, claim)) return undefined;
  const refused = refusal(scope);
  return refused === undefined
    ? { claimBytes: claimBytes(wanted, claim), onNode: isOnNode(scope) }
    : { refused };
}

function refusal(scope: Scope): Cause | undefined {
  if (scope.storageClass?.allowVolumeExpansion !== true) return storageCannotGrow(rootDiskSize(scope));
  const hasPlace = scope.workload.status?.placed !== undefined;
  return isOnNode(scope) && !hasPlace ? causes.diskGrowsAtStart : undefined;
}

function isOnNode({ region }: Scope): boolean {
  return region?.spec.storage?.locality === 'Node';
}

/** The storage is still carrying out what was asked of it. */
export function isDiskGrowing(scope: Scope): boolean {
  return scope.claim !== undefined && isLargerThanMade(scope) && isGrowing(scope.claim);
}

function isAskedFor(diskSize: string, claim: PersistentVolumeClaim): boolean {
  return requestedBytes(claim) >= claimBytes(diskSize, claim);
}

/** More is ordered than the disk was made with, and its claim may be a little larger than that anyway. */
function isLargerThanMade({ workload, virtualMachine }: Scope): boolean {
  const made = virtualMachine?.spec.dataVolumeTemplates?.[0]?.spec.storage?.resources?.requests as
    { storage?: string } | undefined;
  return (
    made?.storage !== undefined && parseQuantity(workload.spec.rootDiskSize) > parseQuantity(made.storage)
  );
}
