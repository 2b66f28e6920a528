/** What maintenance of its node means to a workload, now or as planned. Pure. */
import { nodeStateAt, plannedMaintenanceOf, waitsForMaintenance } from '@gpulease/crds';
import type { ComputeNodeSpec, WorkloadStatus } from '@gpulease/crds';
import type { Scope } from '../scope.ts';

/** What the node that it is placed on is now; undefined where there is none. */
export function nodeStateOf({ computeNode, now }: Scope): ComputeNodeSpec['state'] | undefined {
  return computeNode && nodeStateAt(computeNode.spec, now);
}

/** When planned maintenance of its node, or of the one where it was stopped, gives notice, stops machines and ends. */
export function maintenanceMoments({ computeNode, haltNode, now }: Scope): Date[] {
  return [computeNode, haltNode].flatMap((node) => {
    const planned = node && plannedMaintenanceOf(node.spec, now);
    return planned === undefined ? [] : [planned.noticeAt, planned.startTime, planned.endTime];
  });
}

/** Whether a machine that maintenance stops now starts by itself when that is over. */
export function startsAfterwards(scope: Scope): boolean {
  const planned = plannedFor(scope);
  return planned?.resume === 'Automatic' && scope.now >= planned.noticeAt;
}

/** The planned maintenance that has stopped the machine is over, and it is to start by itself. */
export function isStartedAfterMaintenance({
  workload,
  haltNode,
  now,
}: Pick<Scope, 'workload' | 'haltNode' | 'now'>): boolean {
  if (workload.status?.phase !== 'Stopped' || !waitsForMaintenance(workload)) return false;
  return haltNode === undefined || nodeStateAt(haltNode.spec, now) !== 'Maintenance';
}

/** The planned maintenance through which a workload cannot run on the node where it is placed. */
export function announcedMaintenance(
  scope: Scope,
  placed: WorkloadStatus['placed'],
): WorkloadStatus['plannedMaintenance'] {
  const planned = plannedFor(scope);
  if (planned === undefined || placed?.node !== scope.computeNode?.metadata.name) return undefined;
  if (isOverBefore(planned.startTime, placed)) return undefined;
  const { reason, resume } = planned;
  const times = { startTime: planned.startTime.toISOString(), endTime: planned.endTime.toISOString() };
  return { ...times, reason, announcedAt: announcedAt(scope, times), resume };
}

/** Since when these times have been announced. */
function announcedAt({ workload, now }: Scope, times: { startTime: string; endTime: string }): string {
  const before = workload.status?.plannedMaintenance;
  const isKnown = before?.startTime === times.startTime && before.endTime === times.endTime;
  return isKnown ? before.announcedAt : now.toISOString();
}

/** The term ends before. */
function isOverBefore(time: Date, placed: WorkloadStatus['placed']): boolean {
  return placed?.until !== undefined && new Date(placed.until) <= time;
}

function plannedFor({ computeNode, now }: Scope) {
  return computeNode && plannedMaintenanceOf(computeNode.spec, now);
}
