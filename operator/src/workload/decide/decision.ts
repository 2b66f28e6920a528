import { phaseOf } from '@gpulease/crds';
import type { WorkloadPhase } from '@gpulease/crds';
import type { PlacerAnswer } from '@gpulease/placement/placer';
import type { Cause, Outcome } from '../causes/cause.ts';
import type { Scope } from '../scope.ts';
import type { Observed } from './transition.ts';

/** What this reconciliation has already done towards a start. */
export interface Attempt {
  /** The placer's answer, if it was asked. */
  answer?: PlacerAnswer | undefined;
  /** Something that has to be there before the machine is started could not be made, or is not there. */
  hasFailed?: boolean | undefined;
}

/** What this reconciliation came to. */
export interface Decision {
  attempt: Attempt;
  observed: Observed;
  /** Absent: the phase stays. */
  outcome: Outcome | undefined;
  /** What could not be done and is worth telling. */
  failure?: Cause | undefined;
  /** What is wrong though the phase stays. */
  trouble?: Cause | undefined;
  /** Why the root disk cannot be as large as ordered. */
  diskRefused?: Cause | undefined;
}

export function nextPhase(
  { workload }: Pick<Scope, 'workload'>,
  { outcome }: Pick<Decision, 'outcome'>,
): WorkloadPhase {
  return outcome?.phase ?? phaseOf(workload);
}
