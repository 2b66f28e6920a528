import type { WorkloadPhase } from '@gpulease/crds';

/** Why something is as it is: a CamelCase reason for machines and one sentence a customer understands. */
export interface Cause {
  reason: string;
  message: string;
}

/** Why a machine must not run. With `halt` nobody with powerState asked for it, so it stays until somebody asks. */
export interface Stop extends Cause {
  halt?: string;
}

/** The phase that follows, why, and what to latch so that nothing restarts unasked. */
export interface Outcome extends Stop {
  phase: WorkloadPhase;
}
