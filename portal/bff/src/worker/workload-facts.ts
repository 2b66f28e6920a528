/** What billing reads from a Workload. Pure. */
import { finalizers, labels, movesFromLostNode, restartAskedAt, type Workload } from '@gpulease/crds';
import { hasFinalizer, isDeleting } from '@gpulease/kube';
import type { WorkloadFacts } from '../orders/funding.ts';
import type { SeenRun } from '../metering/runs.ts';

/** Identity of a Workload; all of it is always there on what the API server gave us. */
export function identityOf({ metadata }: Workload) {
  return { uid: metadata.uid ?? '', namespace: metadata.namespace ?? '', name: metadata.name };
}

/** What the label of an order is; PostgreSQL takes nothing else for an id. */
export const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function orderLabelOf({ metadata }: Workload): string | undefined {
  return metadata.labels?.[labels.order];
}

export function factsOf(workload: Workload, now: Date): WorkloadFacts {
  const { spec, status } = workload;
  return {
    phase: status?.phase ?? 'Pending',
    reason: status?.reason,
    powerState: spec.powerState,
    resume: spec.resume,
    restartedAt: toDate(spec.restartedAt),
    restartAskedAt: restartAskedAt(workload, now),
    halt: status?.halt && { reason: status.halt.reason, at: new Date(status.halt.at) },
    moves: movesFromLostNode(workload),
    deleting: isDeleting(workload),
  };
}

export function runsOf({ status }: Workload): SeenRun[] {
  return (status?.runs ?? []).map(({ id, startedAt, stoppedAt, endReason, goneAt }) => ({
    id,
    startedAt: new Date(startedAt),
    stoppedAt: toDate(stoppedAt),
    endReason,
    goneAt: toDate(goneAt),
  }));
}

/** When a spot machine was told that it will be stopped, as long as that stands. */
export function spotNoticedAt({ status }: Workload): Date | undefined {
  return status?.interruption?.reason === 'Spot' ? new Date(status.interruption.noticedAt) : undefined;
}

/** Whether the operator is done with a Workload that is being deleted, and only billing keeps it. */
export function isDestroyed(workload: Workload): boolean {
  return isDeleting(workload) && !hasFinalizer(workload, finalizers.workload);
}

function toDate(time: string | undefined): Date | undefined {
  return time === undefined ? undefined : new Date(time);
}
