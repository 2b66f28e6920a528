import { formatBytes, parseQuantity } from '../../quantity.ts';
import { causes } from '../status/causes.ts';
import type { WorkloadContext } from '../context.ts';
import type { Attempt } from '../decide/observe.ts';
import { growthOf } from '../machine/root-disk.ts';
import type { Scope } from '../scope.ts';

/** Lets the root disk grow to what was ordered, as far as it is paid for. Notes in the attempt why it cannot. */
export async function growDisk(scope: Scope, context: WorkloadContext, attempt: Attempt): Promise<void> {
  const { workload, claim } = scope;
  if (workload.metadata.deletionTimestamp !== undefined) return;
  const growth = growthOf(scope);
  if (growth === undefined || claim === undefined) return;
  if ('refused' in growth) {
    attempt.diskRefused = growth.refused;
    return;
  }
  if (growth.onNode && !context.placer.grow(scope.key, parseQuantity(growth.size))) {
    attempt.diskRefused = causes.noRoomForDisk;
    return;
  }
  const requests = { storage: formatBytes(growth.claimBytes) };
  scope.claim = await context.children.claims.patch(claim, { spec: { resources: { requests } } });
}
