import { parseQuantity } from '@gpulease/kube';
import { diskPaidFor, resourcesOf } from '@gpulease/placement/resources';
import { claimBytes, isGrowing, requestedBytes } from '../../kubevirt/claim.ts';
import { causes, diskNotIncluded, storageCannotGrow } from '../causes/causes.ts';
import type { Scope } from '../scope.ts';
import type { Cause } from '../causes/cause.ts';
import type { KeptClaim } from '../../kept/kept.ts';

/** What has to happen so that the root disk is as large as ordered and paid for. */
export type DiskGrowth =
  /** The size it is to have, for which its claim has to ask for so many bytes. */
  | { size: string; claimBytes: number; onNode: boolean }
  /** Why that cannot be, or not now. */
  | { refused: Cause };

/**
 * The size that the root disk was given: as ordered and paid for until there is a place for it, and since then as far as
 * it grew.
 */
export function rootDiskSize(scope: Scope): string {
  const { workload, virtualMachine, claim, cdiConfig } = scope;
  const paidFor = diskPaidFor(scope.workload, resourcesOf(scope));
  if (claim !== undefined && isLargerThanMade(scope, paidFor) && isAskedFor(paidFor, claim, cdiConfig))
    return paidFor;
  const { status } = workload;
  const isGiven = status?.placed !== undefined || virtualMachine !== undefined;
  return (isGiven ? status?.rootDiskSize : undefined) ?? paidFor;
}

/** What the disk lacks for its ordered size; undefined if nothing is missing or there is no disk yet. */
export function growthOf(scope: Scope): DiskGrowth | undefined {
  const { workload, claim, cdiConfig } = scope;
  if (claim === undefined || !isMade(scope)) return undefined;
  const size = diskPaidFor(scope.workload, resourcesOf(scope));
  if (!isLargerThanMade(scope, size) || isAskedFor(size, claim, cdiConfig)) {
    return size === workload.spec.rootDiskSize ? undefined : { refused: diskNotIncluded(size) };
  }
  const refused = growthRefusal(scope);
  return refused === undefined
    ? { size, claimBytes: claimBytes(size, claim, cdiConfig), onNode: isOnNode(scope) }
    : { refused };
}

/** The disk is there, with the image on it. */
export function isMade({ claim, rootDisk }: Scope): boolean {
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

/** The storage is still carrying out what was asked of it. */
export function isDiskGrowing(scope: Scope): boolean {
  const { claim, workload } = scope;
  return claim !== undefined && isLargerThanMade(scope, workload.spec.rootDiskSize) && isGrowing(claim);
}

function isAskedFor(diskSize: string, claim: KeptClaim, config: Scope['cdiConfig']): boolean {
  return requestedBytes(claim) >= claimBytes(diskSize, claim, config);
}

/** It is more than the disk was made with, and its claim may be a little larger than that anyway. */
function isLargerThanMade({ virtualMachine }: Scope, diskSize: string): boolean {
  const made = virtualMachine?.spec.dataVolumeTemplates?.[0]?.spec.storage?.resources?.requests as
    { storage?: string } | undefined;
  return made?.storage !== undefined && parseQuantity(diskSize) > parseQuantity(made.storage);
}
