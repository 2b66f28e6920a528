import { ApiError, isConflict, isUnavailable } from '@gpulease/kube';
import type { WorkloadPhase, WorkloadStatus } from '@gpulease/crds';

/** Why something is in its state: a CamelCase reason for programs and a sentence for customers. */
export interface Cause {
  reason: string;
  message: string;
  /** Text for administrators only, in conditions and Events: another program's message, or what to do. */
  detail?: string | undefined;
  /** The values in the message, for clients that phrase it themselves. */
  parameters?: WorkloadStatus['parameters'];
  /** For a stop that powerState did not request: the reason that is latched until a start is requested. */
  halt?: string;
}

/** A failure of a step. */
export interface Failure extends Cause {
  /** The error of the API server or of the connection to it. */
  error?: unknown;
}

/** Returns whether a retry may help: after a lost race, an unavailable server or our own bug, but not after a refusal. */
export function isTransient({ error }: Failure): boolean {
  if (error === undefined) return false;
  if (!(error instanceof ApiError) || isConflict(error) || isUnavailable(error)) return true;
  return error.code === 429 || error.code >= 500;
}

/** The next phase and its cause. */
export interface Transition extends Cause {
  phase: WorkloadPhase;
}

/** Returns only the fields of a cause. */
export function causeOf({ reason, message, detail, parameters }: Cause): Cause {
  return { reason, message, ...(detail !== undefined && { detail }), ...(parameters && { parameters }) };
}

/** Maximum length of a condition's message. */
const MAX_MESSAGE_LENGTH = 1024;

/** Returns the sentence for administrators. */
export function inFull({ message, detail }: Cause): string {
  return (detail === undefined ? message : `${message} ${detail}`).slice(0, MAX_MESSAGE_LENGTH);
}

/** A time at which a fact changes without any write. */
export interface Deadline {
  at: Date;
  cause: Cause;
}
