import { workloadReasons } from '@gpulease/crds';
import { controllerOf, type ApiObject } from '@gpulease/kube';
import { isUnbound } from '../../kubevirt/disk-failure.ts';
import type { Cause } from '../causes/cause.ts';
import { diskLost } from '../causes/disk-causes.ts';
import type { Scope } from '../scope.ts';
import { isDiskReady } from './root-disk.ts';

/**
 * Returns why the data on the root disk is lost: its claim is gone. CDI creates another of the same name and fills it from the
 * image, so only the uid reveals the loss.
 */
export function lostDisk({ workload, claim, rootDisk }: Scope): Cause | undefined {
  const { rootDiskClaim } = workload.status ?? {};
  if (rootDiskClaim === undefined) return undefined;
  if (claim === undefined) {
    // A claim missing only from our cache is not gone.
    const isGone = rootDisk === undefined || isUnbound(rootDisk);
    return isGone ? diskLost(rootDiskClaim, undefined) : undefined;
  }
  const isAnother = claim.metadata.uid !== rootDiskClaim;
  if (isAnother) return diskLost(rootDiskClaim, claim.metadata.uid);
  return claim.status?.phase === 'Lost' ? diskLost(rootDiskClaim, undefined) : undefined;
}

/** Returns the uid of the claim with the root disk's data; undefined until it is filled, and if the phase's `reason` is its loss. */
export function dataClaim(scope: Scope, reason: string | undefined): string | undefined {
  if (reason === workloadReasons.diskLost) return undefined;
  const { workload, claim } = scope;
  return (
    workload.status?.rootDiskClaim ??
    (isDiskReady(scope) && isOfMachine(scope) ? claim?.metadata.uid : undefined)
  );
}

/**
 * Returns whether the disk of a deleted machine awaits garbage collection: a machine created in the meantime would boot from
 * it and lose it a moment later.
 */
export function isDiskLeftBehind({ virtualMachine, rootDisk, claim }: Scope): boolean {
  return virtualMachine === undefined && !(isHeldBy(undefined, rootDisk) && isHeldBy(rootDisk, claim));
}

/** After a machine is replaced, the previous one's disk and claim have the same names until they are garbage-collected. */
function isOfMachine({ virtualMachine, rootDisk, claim }: Scope): boolean {
  return isHeldBy(virtualMachine, rootDisk) && isHeldBy(rootDisk, claim);
}

/** Returns whether nothing else controls the object and it is not being deleted. */
function isHeldBy(owner: ApiObject | undefined, object: ApiObject | undefined): boolean {
  const controller = object && controllerOf(object);
  const isOthers = controller !== undefined && controller.uid !== owner?.metadata.uid;
  return !isOthers && object?.metadata.deletionTimestamp === undefined;
}
