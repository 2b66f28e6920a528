import { ApiError, isConflict, isUnavailable } from '@gpulease/kube';
import type { WorkloadPhase, WorkloadStatus } from '@gpulease/crds';

/** Why something is as it is: a CamelCase reason for machines and one sentence a customer understands. */
export interface Cause {
  reason: string;
  message: string;
  /** What only administrators read, in the conditions and Events: another program's own words, or what they have to do. */
  detail?: string | undefined;
  /** The values that the message names, for those who say it in other words. */
  parameters?: WorkloadStatus['parameters'];
  /** Of a stop that nobody with powerState asked for: what is latched, so that it stays until somebody asks for a start. */
  halt?: string;
}

/** Something that a step could not do. */
export interface Failure extends Cause {
  /** What the API server, or the way to it, threw. */
  error?: unknown;
}

/** A lost race, an API server or webhook that is busy or away, or a fault of ours; all but a clear refusal of the API server. */
export function isTransient({ error }: Failure): boolean {
  if (error === undefined) return false;
  if (!(error instanceof ApiError) || isConflict(error) || isUnavailable(error)) return true;
  return error.code === 429 || error.code >= 500;
}

/** The phase that follows, and why. */
export interface Transition extends Cause {
  phase: WorkloadPhase;
}

/** Nothing but the cause of what says more. */
export function causeOf({ reason, message, detail, parameters }: Cause): Cause {
  return { reason, message, ...(detail !== undefined && { detail }), ...(parameters && { parameters }) };
}

/** A condition takes no longer message. */
const MAX_MESSAGE_LENGTH = 1024;

/** The sentence as administrators read it. */
export function inFull({ message, detail }: Cause): string {
  return (detail === undefined ? message : `${message} ${detail}`).slice(0, MAX_MESSAGE_LENGTH);
}

/** A moment at which a fact changes without anybody writing anything. */
export interface Deadline {
  at: Date;
  cause: Cause;
}
