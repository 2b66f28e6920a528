/** Tracks which machines of a node may have a broken GPU and whether one of them has left. Pure. */
import { annotations, openRunOf, type ComputeNode, type SuspectMachine, type Workload } from '@gpulease/crds';
import { objectKey } from '@gpulease/kube';

/** The most that the status can hold. */
const MOST_KEPT = 8;

/** Facts found since the status was written. */
export interface SuspectChanges {
  found: readonly SuspectMachine[];
  /** The keys of the workloads that hold GPUs of the node. */
  holding: ReadonlySet<string>;
}

export interface Suspects {
  /** Suspects that still hold their GPUs. */
  staying: SuspectMachine[];
  hasOneLeft: boolean;
}

export function suspectsAfter(
  before: readonly SuspectMachine[] = [],
  { found, holding }: SuspectChanges,
): Suspects {
  const news = found.filter((one) => !before.some((other) => isSame(one, other)));
  const all = [...before, ...news];
  const staying = all.filter(({ workload }) => holding.has(workload));
  return { staying: staying.slice(-MOST_KEPT), hasOneLeft: staying.length < all.length };
}

/** Whether the status of a node lists the suspect. */
export function isListed(computeNode: ComputeNode | undefined, suspect: SuspectMachine): boolean {
  return computeNode?.status?.gpuCheck?.suspects?.some((other) => isSame(suspect, other)) ?? false;
}

function isSame(one: SuspectMachine, other: SuspectMachine): boolean {
  return one.workload === other.workload && one.cause === other.cause && one.xid === other.xid;
}

/** Returns the machines whose customers have reported a GPU during the current run. */
export function reportedSuspects(workloads: readonly Workload[]): SuspectMachine[] {
  return workloads.flatMap(({ metadata, status }) => {
    const at = metadata.annotations?.[annotations.gpuReportedAt];
    const run = openRunOf(status?.runs);
    if (at === undefined || run === undefined || !(Date.parse(at) >= Date.parse(run.startedAt))) return [];
    return { workload: objectKey(metadata), cause: 'Report', at: new Date(at).toISOString() };
  });
}
