import { isConflict } from './api-error.ts';
import { sleep, systemClock, type Clock } from './clock.ts';

export interface RetryOptions {
  /** Which errors are worth another attempt; all others are thrown at once. */
  when: (error: unknown) => boolean;
  /** Attempts in all; default 5. */
  attempts?: number | undefined;
  backoff?: Backoff | undefined;
  clock?: Clock | undefined;
  /** Ends the waiting; the last error is thrown. */
  signal?: AbortSignal | undefined;
}

const BACKOFF: Backoff = { baseMs: 20, maxMs: 2_000 };

/** Runs `operation` until it succeeds, waiting longer after each failure. Throws what the last attempt threw. */
export async function retry<R>(operation: () => Promise<R>, options: RetryOptions): Promise<R> {
  const { when, attempts = 5, backoff = BACKOFF, clock = systemClock, signal } = options;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await operation();
    } catch (error) {
      if (attempt >= attempts || !when(error)) throw error;
      await sleep(clock, backoffDelay(backoff, attempt), signal);
      if (signal?.aborted) throw error;
    }
  }
}

/** Runs `operation`, which reads and then writes with the resourceVersion it read, again as long as it conflicts. */
export function retryOnConflict<R>(operation: () => Promise<R>): Promise<R> {
  return retry(operation, { when: isConflict });
}

/** How waiting grows from one failed attempt to the next. */
export interface Backoff {
  /** The wait before the second attempt, in milliseconds. */
  baseMs: number;
  /** No wait is longer than this. */
  maxMs: number;
}

/** Twice as long after each failure, between half and all of it by chance, so that many clients do not return at once. */
export function backoffDelay(
  { baseMs, maxMs }: Backoff,
  failures: number,
  random: () => number = Math.random,
): number {
  const longest = Math.min(maxMs, baseMs * 2 ** Math.max(0, failures - 1));
  return longest * (0.5 + random() / 2);
}
