import type { Clock } from './clock.ts';

/** Decides how long a failed key waits for its retry. */
export type RateLimiter = ReturnType<typeof createRateLimiter>;

export interface RateLimiterOptions {
  baseMs?: number;
  maxMs?: number;
  /** Retries per second across all keys, after the burst. */
  perSecond?: number;
  burst?: number;
}

/** Combines exponential backoff per key with a token bucket across all keys; the longer delay applies. */
export function createRateLimiter(clock: Clock, options: RateLimiterOptions = {}) {
  const { baseMs = 10, maxMs = 60_000, perSecond = 10, burst = 100 } = options;
  const failures = new Map<string, number>();
  const bucket = createBucket(clock, perSecond, burst);
  return {
    /** Counts a failure of the key and returns its delay in milliseconds. */
    delay(key: string): number {
      const before = failures.get(key) ?? 0;
      failures.set(key, before + 1);
      return Math.max(Math.min(baseMs * 2 ** before, maxMs), bucket.reserve());
    },
    forget: (key: string): void => void failures.delete(key),
    failures: (key: string): number => failures.get(key) ?? 0,
  };
}

/** A token bucket that may go negative: `reserve` takes a token and returns the wait for it in milliseconds. */
function createBucket(clock: Clock, perSecond: number, burst: number) {
  let tokens = burst;
  let refilled = clock.monotonic();
  return {
    reserve(): number {
      const now = clock.monotonic();
      tokens = Math.min(burst, tokens + ((now - refilled) / 1000) * perSecond);
      refilled = now;
      tokens -= 1;
      return tokens >= 0 ? 0 : (-tokens / perSecond) * 1000;
    },
  };
}
