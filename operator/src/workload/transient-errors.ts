import { ApiError, isConflict, isUnavailable } from '@gpulease/kube';
import type { Failure } from './causes/cause.ts';

/** An error that usually passes by itself is told when it has lasted this long. */
const PERSISTENT_MS = 30_000;

/**
 * Since when each workload has met errors that usually pass by themselves. Kept in memory alone: an operator that has just
 * started waits a little longer before it tells of them.
 */
export class TransientErrors {
  private readonly since = new Map<string, number>();

  /** Of what has failed for a workload that which is to be told: refusals at once, other errors when they persist. */
  told(key: string, failures: readonly Failure[], now: Date): Failure[] {
    if (!failures.some(isTransient)) {
      this.since.delete(key);
      return [...failures];
    }
    const since = this.since.get(key) ?? now.getTime();
    this.since.set(key, since);
    const persist = now.getTime() - since >= PERSISTENT_MS;
    return failures.filter((failure) => persist || !isTransient(failure));
  }

  forget(key: string): void {
    this.since.delete(key);
  }
}

/** A lost race, an API server or webhook that is busy or away, or a fault of ours; all but a clear refusal of the API server. */
export function isTransient({ error }: Failure): boolean {
  if (error === undefined) return false;
  if (!(error instanceof ApiError) || isConflict(error) || isUnavailable(error)) return true;
  return error.code === 429 || error.code >= 500;
}
