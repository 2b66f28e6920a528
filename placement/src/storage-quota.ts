import { conditionTypes, phaseOf, type Tenant, type Workload } from '@gpulease/crds';
import { byRank, isConditionTrue, parseQuantity, seniority } from '@gpulease/kube';
import { diskPaidFor } from './resources.ts';

/** Bytes of the root disk that the workload has, or has a place for. A stopped machine keeps its disk. */
export function storageHeldBy({ spec, status }: Workload): number {
  if (status?.virtualMachine === undefined) return 0;
  return parseQuantity(status.rootDiskSize ?? spec.rootDiskSize);
}

/** Bytes that the workload has, or that come before the wish of a younger one. */
export function storageClaimedBy(workload: Workload): number {
  return storageHeldBy(workload) + (isInLine(workload) ? missingTo(workload) : 0);
}

/** By how much a quota of storage would be exceeded; all in bytes. */
export interface StorageExcess {
  quota: number;
  used: number;
  wanted: number;
}

/**
 * Why the workload cannot have a root disk of its size, or a larger one: what the tenant's workloads have and what older
 * ones get first leaves too little. What does not fit is passed over, so that a large wish keeps no smaller one waiting.
 * `listAll` gives the tenant's workloads, this one among them.
 */
export function exceededStorage(
  workload: Workload,
  tenant: Pick<Tenant, 'spec'> | undefined,
  listAll: () => readonly Workload[],
): StorageExcess | undefined {
  const limit = tenant?.spec.quota?.storage;
  const wanted = missingTo(workload);
  if (limit === undefined || wanted === 0) return undefined;
  const quota = parseQuantity(limit);
  const all = listAll();
  const held = all.reduce((sum, one) => sum + storageHeldBy(one), 0);
  const older = all.filter((one) => rank(one) < rank(workload) && isInLine(one));
  const used = older
    .sort(byRank(rank))
    .map(missingTo)
    .reduce((sum, more) => (sum + more <= quota ? sum + more : sum), held);
  return used + wanted > quota ? { quota, used, wanted } : undefined;
}

/** Bytes that the workload has not got of the root disk that is ordered and paid for. */
function missingTo(workload: Workload): number {
  const size = parseQuantity(diskPaidFor(workload, workload.status?.resources));
  return Math.max(size - storageHeldBy(workload), 0);
}

/** A disk that is there may grow; another is made only for a workload that is about to start. */
function isInLine(workload: Workload): boolean {
  const { metadata, spec, status } = workload;
  if (metadata.deletionTimestamp !== undefined) return false;
  if (storageHeldBy(workload) > 0) return true;
  const isPending = phaseOf(workload) === 'Pending' && spec.powerState === 'Running';
  return isPending && isConditionTrue(status?.conditions, conditionTypes.funded);
}

function rank(workload: Workload): string {
  return seniority(workload, 'uid');
}
