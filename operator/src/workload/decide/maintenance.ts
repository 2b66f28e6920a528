/** Decides how current and planned maintenance of its node affects a workload. Pure. */
import { nodeStateAt, plannedMaintenanceOf, waitsForMaintenance } from '@gpulease/crds';
import type { ComputeNodeSpec, WorkloadStatus } from '@gpulease/crds';
import type { Scope } from '../scope.ts';

/** Returns the current state of the node that the workload is placed on; undefined if there is none. */
export function nodeStateOf({ computeNode, now }: Scope): ComputeNodeSpec['state'] | undefined {
  return computeNode && nodeStateAt(computeNode.spec, now);
}

/** Returns when planned maintenance of its node, or of the node where it was stopped, gives notice, starts and ends. */
export function maintenanceMoments({ computeNode, haltNode, now }: Scope): Date[] {
  return [computeNode, haltNode].flatMap((node) => {
    const planned = node && plannedMaintenanceOf(node.spec, now);
    return planned === undefined ? [] : [planned.noticeAt, planned.startTime, planned.endTime];
  });
}

/** Returns whether a machine that maintenance stops now will start automatically afterwards. */
export function startsAfterwards(scope: Scope): boolean {
  const planned = plannedFor(scope);
  return planned?.resume === 'Automatic' && scope.now >= planned.noticeAt;
}

/** Returns whether the planned maintenance that stopped the machine is over and the machine should start automatically. */
export function isStartedAfterMaintenance({
  workload,
  haltNode,
  now,
}: Pick<Scope, 'workload' | 'haltNode' | 'now'>): boolean {
  if (workload.status?.phase !== 'Stopped' || !waitsForMaintenance(workload)) return false;
  return haltNode === undefined || nodeStateAt(haltNode.spec, now) !== 'Maintenance';
}

/** Returns the planned maintenance that will stop a workload on the node where it is placed. */
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

/** Returns when these times were first announced. */
function announcedAt({ workload, now }: Scope, times: { startTime: string; endTime: string }): string {
  const before = workload.status?.plannedMaintenance;
  const isKnown = before?.startTime === times.startTime && before.endTime === times.endTime;
  return isKnown ? before.announcedAt : now.toISOString();
}

/** Returns whether the reserved term ends by this time. */
function isOverBefore(time: Date, placed: WorkloadStatus['placed']): boolean {
  return placed?.until !== undefined && new Date(placed.until) <= time;
}

function plannedFor({ computeNode, now }: Scope) {
  return computeNode && plannedMaintenanceOf(computeNode.spec, now);
}
