import { parseQuantity } from '@gpulease/kube';
import { diskPaidFor, resourcesOf } from '@gpulease/placement/resources';
import { claimBytes, isGrowing, requestedBytes } from '../../kubevirt/claim.ts';
import { causes, diskNotIncluded, storageCannotGrow } from '../causes/causes.ts';
import type { Scope } from '../scope.ts';
import type { Cause } from '../causes/cause.ts';
import type { KeptClaim } from '../../kept/kept.ts';

/** How the root disk reaches the size that is ordered and paid for. */
export type DiskGrowth =
  /** The target size, and the bytes that its claim must request for it. */
  | { size: string; claimBytes: number; onNode: boolean }
  /** Why the disk cannot grow, or not now. */
  | { refused: Cause };

/**
 * Returns the size given to the root disk: as ordered and paid for until the machine has a place, and afterwards what it has
 * grown to.
 */
export function rootDiskSize(scope: Scope): string {
  const { workload, virtualMachine, claim, cdiConfig } = scope;
  const paidFor = diskPaidFor(scope.workload, resourcesOf(scope));
  if (claim !== undefined && exceedsCreatedSize(scope, paidFor) && isAskedFor(paidFor, claim, cdiConfig))
    return paidFor;
  const { status } = workload;
  const isGiven = status?.placed !== undefined || virtualMachine !== undefined;
  return (isGiven ? status?.rootDiskSize : undefined) ?? paidFor;
}

/** Returns what the disk needs for its ordered size; undefined if nothing or if there is no disk yet. */
export function growthOf(scope: Scope): DiskGrowth | undefined {
  const { workload, claim, cdiConfig } = scope;
  if (claim === undefined || !isDiskReady(scope)) return undefined;
  const size = diskPaidFor(scope.workload, resourcesOf(scope));
  if (!exceedsCreatedSize(scope, size) || isAskedFor(size, claim, cdiConfig)) {
    return size === workload.spec.rootDiskSize ? undefined : { refused: diskNotIncluded(size) };
  }
  const refused = growthRefusal(scope);
  return refused === undefined
    ? { size, claimBytes: claimBytes(size, claim, cdiConfig), onNode: isOnNode(scope) }
    : { refused };
}

/** Returns whether the disk exists and contains the image. */
export function isDiskReady({ claim, rootDisk }: Scope): boolean {
  return claim?.status?.phase === 'Bound' && rootDisk?.status?.phase === 'Succeeded';
}

function growthRefusal(scope: Scope): Cause | undefined {
  if (scope.storageClass?.allowVolumeExpansion !== true) return storageCannotGrow(rootDiskSize(scope));
  if (scope.storageRefused !== undefined) return scope.storageRefused;
  const hasPlace = scope.workload.status?.placed !== undefined;
  return isOnNode(scope) && !hasPlace ? causes.diskGrowsAtStart : undefined;
}

function isOnNode({ region }: Scope): boolean {
  return region?.spec.storage?.locality === 'Node';
}

/** Returns whether the storage is still expanding the disk. */
export function isDiskGrowing(scope: Scope): boolean {
  const { claim, workload } = scope;
  return claim !== undefined && exceedsCreatedSize(scope, workload.spec.rootDiskSize) && isGrowing(claim);
}

function isAskedFor(diskSize: string, claim: KeptClaim, config: Scope['cdiConfig']): boolean {
  return requestedBytes(claim) >= claimBytes(diskSize, claim, config);
}

/** Compares with the size that the disk was made with, because its claim may be slightly larger than that. */
function exceedsCreatedSize({ virtualMachine }: Scope, diskSize: string): boolean {
  const made = virtualMachine?.spec.dataVolumeTemplates?.[0]?.spec.storage?.resources?.requests as
    { storage?: string } | undefined;
  return made?.storage !== undefined && parseQuantity(diskSize) > parseQuantity(made.storage);
}
