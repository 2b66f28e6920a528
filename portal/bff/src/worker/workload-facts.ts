/** Facts that billing reads from a Workload. Pure. */
import { finalizers, labels, movesFromLostNode, restartAskedAt, type Workload } from '@gpulease/crds';
import { hasFinalizer, isDeleting } from '@gpulease/kube';
import type { WorkloadFacts } from '../orders/funding.ts';
import type { SeenRun } from '../metering/runs.ts';

/** Returns the identity of a Workload, which objects from the API server always have in full. */
export function identityOf({ metadata }: Workload) {
  return { uid: metadata.uid ?? '', namespace: metadata.namespace ?? '', name: metadata.name };
}

/** The format of an order label; PostgreSQL accepts nothing else as an id. */
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

/** Returns when a spot machine got notice of its stop, as long as that stands. */
export function spotNoticedAt({ status }: Workload): Date | undefined {
  return status?.interruption?.reason === 'Spot' ? new Date(status.interruption.noticedAt) : undefined;
}

/** Whether the operator is done with a Workload that is being deleted, so that only billing holds it back. */
export function isDestroyed(workload: Workload): boolean {
  return isDeleting(workload) && !hasFinalizer(workload, finalizers.workload);
}

function toDate(time: string | undefined): Date | undefined {
  return time === undefined ? undefined : new Date(time);
}
