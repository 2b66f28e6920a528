import { phaseOf, type WorkloadPhase } from '@gpulease/crds';
import type { Cause, Transition } from '../causes/cause.ts';
import type { Scope } from '../scope.ts';
import type { Observed } from './transition.ts';

/** What this reconciliation came to. */
export interface Decision {
  observed: Observed;
  /** Absent: the phase stays. */
  transition: Transition | undefined;
  /** What could not be done and is worth telling. */
  failure?: Cause | undefined;
  /** What is wrong though the phase stays. */
  standingFailure?: Cause | undefined;
}

export function nextPhase(
  { workload }: Pick<Scope, 'workload'>,
  { transition }: Pick<Decision, 'transition'>,
): WorkloadPhase {
  return transition?.phase ?? phaseOf(workload);
}
