import { formatBytes, parseQuantity } from '@gpulease/kube';
import { isTransient } from '../causes/cause.ts';
import { causes, refusals } from '../causes/causes.ts';
import type { WorkloadContext } from '../context.ts';
import { growthOf } from '../disk/root-disk.ts';
import type { Scope } from '../scope.ts';
import { attempt, type Changes } from './changes.ts';

/** Lets the root disk grow to what was ordered, as far as it is paid for, or says why it cannot. */
export async function growDisk(scope: Scope, context: WorkloadContext): Promise<Changes> {
  const { workload, claim } = scope;
  if (workload.metadata.deletionTimestamp !== undefined) return {};
  const growth = growthOf(scope);
  if (growth === undefined || claim === undefined) return {};
  if ('refused' in growth) return { diskRefused: growth.refused };
  if (growth.onNode && !context.placer.grow(scope.key, parseQuantity(growth.size))) {
    return { diskRefused: causes.noRoomForDisk };
  }
  const requests = { storage: formatBytes(growth.claimBytes) };
  const { failures = [], ...changes } = await attempt(refusals.diskRefused, async () => ({
    claim: await context.children.claims.patch(claim, { spec: { resources: { requests } } }),
  }));
  // A machine does without the larger disk, so nothing else waits for it.
  const [refused] = failures.filter((failure) => !isTransient(failure));
  return { ...changes, failures: failures.filter(isTransient), diskRefused: refused };
}
