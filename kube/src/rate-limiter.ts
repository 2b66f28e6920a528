import type { Clock } from './clock.ts';

/** Says how long a failed key waits before it is tried again. */
export type RateLimiter = ReturnType<typeof createRateLimiter>;

export interface RateLimiterOptions {
  baseMs?: number;
  maxMs?: number;
  /** Retries per second over all keys, once the burst is used up. */
  perSecond?: number;
  burst?: number;
}

/** Exponential delay per key, never shorter than what a token bucket over all keys allows. */
export function createRateLimiter(clock: Clock, options: RateLimiterOptions = {}) {
  const { baseMs = 10, maxMs = 60_000, perSecond = 10, burst = 100 } = options;
  const failures = new Map<string, number>();
  const bucket = createBucket(clock, perSecond, burst);
  return {
    /** Counts one more failure of the key and returns its delay in milliseconds. */
    delay(key: string): number {
      const before = failures.get(key) ?? 0;
      failures.set(key, before + 1);
      return Math.max(Math.min(baseMs * 2 ** before, maxMs), bucket.reserve());
    },
    forget: (key: string): void => void failures.delete(key),
    failures: (key: string): number => failures.get(key) ?? 0,
  };
}

/** A token bucket that lends tokens: `reserve` takes one and returns how long to wait for it. */
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
