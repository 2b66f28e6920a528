import { formatBytes, parseQuantity } from '@gpulease/kube';
import { isTransient } from '../causes/cause.ts';
import { causes, refusals } from '../causes/causes.ts';
import type { WorkloadContext } from '../context.ts';
import { growthOf } from '../disk/root-disk.ts';
import type { Scope } from '../scope.ts';
import { attempt, type Changes } from './changes.ts';

/** Expands the root disk to the ordered size, as far as it is paid for, or reports why it cannot. */
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
  // A machine runs without the larger disk, so a refusal blocks nothing else.
  const [refused] = failures.filter((failure) => !isTransient(failure));
  return { ...changes, failures: failures.filter(isTransient), diskRefused: refused };
}
