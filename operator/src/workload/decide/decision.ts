import { phaseOf } from '@gpulease/crds';
import type { WorkloadPhase } from '@gpulease/crds';
import type { Cause, Outcome } from '../causes/cause.ts';
import type { Scope } from '../scope.ts';
import type { Observed } from './transition.ts';

/** What this reconciliation came to. */
export interface Decision {
  observed: Observed;
  /** Absent: the phase stays. */
  outcome: Outcome | undefined;
  /** What could not be done and is worth telling. */
  failure?: Cause | undefined;
  /** What is wrong though the phase stays. */
  trouble?: Cause | undefined;
}

export function nextPhase(
  { workload }: Pick<Scope, 'workload'>,
  { outcome }: Pick<Decision, 'outcome'>,
): WorkloadPhase {
  return outcome?.phase ?? phaseOf(workload);
}
