import { workloadReasons } from '@gpulease/crds';
import { controllerOf, type ApiObject } from '@gpulease/kube';
import { isUnbound } from '../../kubevirt/disk-failure.ts';
import type { Cause } from '../causes/cause.ts';
import { diskLost } from '../causes/disk-causes.ts';
import type { Scope } from '../scope.ts';
import { isMade } from './root-disk.ts';

/**
 * Why what was on the root disk is lost: its claim is gone. CDI makes another in its place and fills it from the image, so
 * the name and the DataVolume do not tell it.
 */
export function lostDisk({ workload, claim, rootDisk }: Scope): Cause | undefined {
  const { rootDiskClaim } = workload.status ?? {};
  if (rootDiskClaim === undefined) return undefined;
  if (claim === undefined) {
    // One that only we do not see is not gone.
    const isGone = rootDisk === undefined || isUnbound(rootDisk);
    return isGone ? diskLost(rootDiskClaim, undefined) : undefined;
  }
  const isAnother = claim.metadata.uid !== rootDiskClaim;
  if (isAnother) return diskLost(rootDiskClaim, claim.metadata.uid);
  return claim.status?.phase === 'Lost' ? diskLost(rootDiskClaim, undefined) : undefined;
}

/** The uid of the claim with the root disk's data; undefined until it is filled, and once its loss is told: `reason` is the phase's. */
export function dataClaim(scope: Scope, reason: string | undefined): string | undefined {
  if (reason === workloadReasons.diskLost) return undefined;
  const { workload, claim } = scope;
  return (
    workload.status?.rootDiskClaim ?? (isMade(scope) && isOfMachine(scope) ? claim?.metadata.uid : undefined)
  );
}

/**
 * The disk of a machine that was deleted is still there, until it is collected: a machine made meanwhile would boot from
 * it, only to lose it a moment later.
 */
export function isDiskLeftBehind({ virtualMachine, rootDisk, claim }: Scope): boolean {
  return virtualMachine === undefined && !(isHeldBy(undefined, rootDisk) && isHeldBy(rootDisk, claim));
}

/** After a machine was replaced, the disk and claim of the one before have these names until they are collected. */
function isOfMachine({ virtualMachine, rootDisk, claim }: Scope): boolean {
  return isHeldBy(virtualMachine, rootDisk) && isHeldBy(rootDisk, claim);
}

/** Nothing else controls the object, and it is not about to go. */
function isHeldBy(owner: ApiObject | undefined, object: ApiObject | undefined): boolean {
  const controller = object && controllerOf(object);
  const isOthers = controller !== undefined && controller.uid !== owner?.metadata.uid;
  return !isOthers && object?.metadata.deletionTimestamp === undefined;
}
