import type { Cause, Failure } from '../causes/cause.ts';
import type { Scope } from '../scope.ts';

/** What a step came to. It changes nothing that it was given. */
export interface StepResult {
  /** What it has made or changed, as that is now. */
  objects: Partial<Scope>;
  failures: readonly Failure[];
  /** Why the root disk cannot be as large as ordered. */
  diskRefused?: Cause | undefined;
}

export const nothingDone: StepResult = { objects: {}, failures: [] };

/** Of another program's words as much is kept. */
const MAX_DETAIL_LENGTH = 512;

/** Does something with the API server. What it throws becomes a failure for this cause, with the API server's own sentence. */
export async function attempt(
  cause: Cause,
  act: () => Promise<Partial<Scope> | undefined>,
): Promise<StepResult> {
  try {
    return { objects: (await act()) ?? {}, failures: [] };
  } catch (error) {
    return failed(thrown(cause, error));
  }
}

export function failed(failure: Failure): StepResult {
  return { objects: {}, failures: [failure] };
}

/** All of the results in one. */
export function joined(...results: readonly StepResult[]): StepResult {
  return {
    objects: Object.assign({}, ...results.map(({ objects }) => objects)) as Partial<Scope>,
    failures: results.flatMap(({ failures }) => failures),
    diskRefused: results.find(({ diskRefused }) => diskRefused !== undefined)?.diskRefused,
  };
}

/** The failure that was thrown, with the thrower's own sentence. */
export function thrown(cause: Cause, error: unknown): Failure {
  const sentence = error instanceof Error ? error.message : String(error);
  return { ...cause, detail: sentence.slice(0, MAX_DETAIL_LENGTH), error };
}
