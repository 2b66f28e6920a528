import type { Workload, WorkloadPhase } from '@gpulease/crds';

/** A workload that the operator has not seen yet is Pending. */
export function phaseOf(workload: Workload): WorkloadPhase {
  return workload.status?.phase ?? 'Pending';
}
