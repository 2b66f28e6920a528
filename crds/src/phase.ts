import type { Workload, WorkloadPhase } from './v1alpha1/workload.ts';

/** A workload that the operator has not seen yet is Pending. */
export function phaseOf({ status }: Pick<Workload, 'status'>): WorkloadPhase {
  return status?.phase ?? 'Pending';
}
