import { isConflict } from './api-error.ts';
import { sleep, systemClock, type Clock } from './clock.ts';

export interface RetryOptions {
  /** Whether an error is worth a retry; others are thrown immediately. */
  when: (error: unknown) => boolean;
  /** The most attempts; default 5. */
  attempts?: number | undefined;
  backoff?: Backoff | undefined;
  clock?: Clock | undefined;
  /** Ends the wait; the last error is thrown. */
  signal?: AbortSignal | undefined;
}

const BACKOFF: Backoff = { baseMs: 20, maxMs: 2_000 };

/** Retries `operation` with exponential backoff until it succeeds. Throws the error of the last attempt. */
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

/** Retries `operation`, which reads an object and writes it with the resourceVersion it read, while it conflicts. */
export function retryOnConflict<R>(operation: () => Promise<R>): Promise<R> {
  return retry(operation, { when: isConflict });
}

/** The exponential backoff between attempts. */
export interface Backoff {
  /** The wait before the second attempt, in milliseconds. */
  baseMs: number;
  /** The longest wait, in milliseconds. */
  maxMs: number;
}

/** Doubles the wait after each failure and jitters it between half and all, so that clients do not retry in lockstep. */
export function backoffDelay(
  { baseMs, maxMs }: Backoff,
  failures: number,
  random: () => number = Math.random,
): number {
  const longest = Math.min(maxMs, baseMs * 2 ** Math.max(0, failures - 1));
  return longest * (0.5 + random() / 2);
}
