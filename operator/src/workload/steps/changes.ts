import type { Cause, Failure } from '../causes/cause.ts';
import type { WorkloadContext } from '../context.ts';
import type { Decision } from '../decide/transition.ts';
import type { Scope } from '../scope.ts';

/** What a step has made, changed or found, as that is now, and what it could not do. */
export type Changes = Partial<Scope>;

/** One thing that is done for a workload, if it has to be. It changes nothing that it was given. */
export type Step = (scope: Scope, context: WorkloadContext, decision: Decision) => Promise<Changes>;

/** As it is after the changes. What has failed before them still has. */
export function after<T extends Changes>(before: T, ...changes: readonly Changes[]): T {
  const made = changes.filter((one) => Object.keys(one).length > 0);
  if (made.length === 0) return before;
  const failures = [before, ...made].flatMap((one) => one.failures ?? []);
  return Object.assign({}, before, ...made, { failures }) as T;
}

/** Of another program's words as much is kept. */
const MAX_DETAIL_LENGTH = 512;

/** Does something with the API server. What it throws becomes a failure for this cause, with the API server's own sentence. */
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

/** The failure that was thrown, with the thrower's own sentence. */
export function thrown(cause: Cause, error: unknown): Failure {
  const sentence = error instanceof Error ? error.message : String(error);
  return { ...cause, detail: sentence.slice(0, MAX_DETAIL_LENGTH), error };
}
