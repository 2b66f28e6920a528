import type { Cause, Failure } from '../causes/cause.ts';
import type { WorkloadContext } from '../context.ts';
import type { Decision } from '../decide/transition.ts';
import type { Scope } from '../scope.ts';

/** What a step created, changed or found, and its failures. */
export type Changes = Partial<Scope>;

/** One action for a workload, if needed. It does not modify its arguments. */
export type Step = (scope: Scope, context: WorkloadContext, decision: Decision) => Promise<Changes>;

/** Returns the state after the changes. Earlier failures are retained. */
export function after<T extends Changes>(before: T, ...changes: readonly Changes[]): T {
  const made = changes.filter((one) => Object.keys(one).length > 0);
  if (made.length === 0) return before;
  const failures = [before, ...made].flatMap((one) => one.failures ?? []);
  return Object.assign({}, before, ...made, { failures }) as T;
}

/** Maximum length of another program's message. */
const MAX_DETAIL_LENGTH = 512;

/** Calls the API server. A thrown error becomes a failure with this cause and the error's message. */
export async function attempt(cause: Cause, act: () => Promise<Changes> | Promise<void>): Promise<Changes> {
  try {
    return (await act()) ?? {};
  } catch (error) {
    return failed(thrown(cause, error));
  }
}

export function failed(failure: Failure): Changes {
  return { failures: [failure] };
}

/** Converts a thrown error to a failure with its message. */
export function thrown(cause: Cause, error: unknown): Failure {
  const sentence = error instanceof Error ? error.message : String(error);
  return { ...cause, detail: sentence.slice(0, MAX_DETAIL_LENGTH), error };
}
