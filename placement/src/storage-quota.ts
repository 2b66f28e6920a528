import { conditionTypes, phaseOf, type Tenant, type Workload } from '@gpulease/crds';
import { byRank, isConditionTrue, parseQuantity, seniority } from '@gpulease/kube';
import { diskPaidFor } from './resources.ts';

/** Returns the bytes of the root disk that the workload has, or has a place for. A stopped machine keeps its disk. */
export function storageHeldBy({ spec, status }: Workload): number {
  if (status?.virtualMachine === undefined) return 0;
  return parseQuantity(status.rootDiskSize ?? spec.rootDiskSize);
}

/** Returns the bytes that the workload has, plus those it claims before younger ones. */
export function storageClaimedBy(workload: Workload): number {
  return storageHeldBy(workload) + (isInLine(workload) ? missingTo(workload) : 0);
}

/** How a storage quota would be exceeded; all in bytes. */
export interface StorageExcess {
  quota: number;
  used: number;
  wanted: number;
}

/**
 * Returns why the workload cannot create or grow its root disk: what the tenant's workloads hold and what older ones get
 * first leaves too little. Claims that do not fit are skipped, so that a large one does not block smaller ones.
 * `listAll` returns the tenant's workloads, including this one.
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

/** Returns the bytes that the workload lacks of the root disk that is ordered and paid for. */
function missingTo(workload: Workload): number {
  const size = parseQuantity(diskPaidFor(workload, workload.status?.resources));
  return Math.max(size - storageHeldBy(workload), 0);
}

/** Whether the workload may claim space: to grow an existing disk, or to create one if it is about to start. */
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
