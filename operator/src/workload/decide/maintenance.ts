/** What maintenance of its node means to a workload, now or as planned. Pure. */
import { nodeStateAt, plannedMaintenanceOf } from '@gpulease/crds';
import type { ComputeNodeSpec, WorkloadStatus } from '@gpulease/crds';
import type { Scope } from '../scope.ts';

/** What the node that it is placed on is now; undefined where there is none. */
export function nodeStateOf({ computeNode, now }: Scope): ComputeNodeSpec['state'] | undefined {
  return computeNode && nodeStateAt(computeNode.spec, now);
}

/** When planned maintenance of its node gives notice, stops machines and ends. */
export function maintenanceMoments(scope: Scope): Date[] {
  const planned = plannedFor(scope);
  return planned === undefined ? [] : [planned.noticeAt, planned.startTime, planned.endTime];
}

/** The planned maintenance through which a workload cannot run on the node where it is placed. */
export function announcedMaintenance(
  scope: Scope,
  placed: WorkloadStatus['placed'],
): WorkloadStatus['plannedMaintenance'] {
  const planned = plannedFor(scope);
  if (planned === undefined || placed?.node !== scope.computeNode?.metadata.name) return undefined;
  if (isOverBefore(planned.startTime, placed)) return undefined;
  const { reason } = planned;
  const [startTime, endTime] = [planned.startTime.toISOString(), planned.endTime.toISOString()];
  return { startTime, endTime, reason, announcedAt: announcedAt(scope, { startTime, endTime }) };
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
