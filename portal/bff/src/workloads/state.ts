/** A Workload's state as the portal shows it. Pure. */
import type { Workload } from '@gpulease/crds';
import type { WorkloadStatus } from '@gpulease/contract/enums';

type Phase = NonNullable<NonNullable<Workload['status']>['phase']>;

/** The state to show as soon as a stop or start is requested. */
const stoppingFrom: Readonly<Partial<Record<WorkloadStatus, WorkloadStatus>>> = {
  PENDING: 'STOPPED',
  SCHEDULED: 'STOPPED',
  STARTING: 'STOPPING',
  RUNNING: 'STOPPING',
};
const startingFrom: Readonly<Partial<Record<WorkloadStatus, WorkloadStatus>>> = {
  STOPPED: 'PENDING',
  FAILED: 'PENDING',
};

/** Returns the operator's phase, or the state that a request leads to. `paidStartAt`: the last start that money is held for. */
export function statusOf(workload: Workload, paidStartAt?: Date): WorkloadStatus {
  const { metadata, spec } = workload;
  const shown = phaseStatusOf(workload);
  if (shown === 'DESTROYED') return shown;
  if (metadata.deletionTimestamp !== undefined) return 'DESTROYING';
  const isStarting = isStartUnseen(workload) || isBeforeStart(workload, paidStartAt);
  const next = isStarting ? startingFrom : spec.powerState === 'Stopped' ? stoppingFrom : {};
  return next[shown] ?? shown;
}

/** Returns the operator's phase. */
export function phaseStatusOf({ status }: Workload): WorkloadStatus {
  return (status?.phase ?? 'Pending').toUpperCase() as Uppercase<Phase>;
}

/** Whether the cluster has a start that the operator has not reconciled, so that its phase is older. */
function isStartUnseen({ metadata, spec, status }: Workload): boolean {
  const isUnseen = status?.observedGeneration !== metadata.generation;
  if (spec.powerState === 'Stopped') return false;
  return isUnseen && spec.restartedAt !== undefined && spec.restartedAt !== status?.restartedAt;
}

/** Whether the phase is older than a paid start: the cluster, the billing worker or the operator has yet to act on it. */
function isBeforeStart({ spec, status }: Workload, paidStartAt: Date | undefined): boolean {
  if (paidStartAt === undefined) return false;
  if (spec.restartedAt === undefined || new Date(spec.restartedAt) < paidStartAt) return true;
  const phaseSince = status?.lastTransition?.at;
  return spec.powerState === 'Running' && phaseSince !== undefined && new Date(phaseSince) < paidStartAt;
}
