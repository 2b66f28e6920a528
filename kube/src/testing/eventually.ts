import { setTimeout as delay } from 'node:timers/promises';

/** What does not come about in this time, on however busy a machine, does not come about. */
const TIMEOUT_MS = 120_000;
const LEAST_PAUSE_MS = 20;
/** Of the time that it has waited already: each question takes time from what is waited for. */
const PAUSE_SHARE = 1 / 20;

/**
 * Waits until `check` no longer throws and returns what it returns. Throws what it threw last when that does not
 * happen within `timeoutMs`.
 */
export async function eventually<R>(check: () => R | Promise<R>, timeoutMs = TIMEOUT_MS): Promise<R> {
  const start = performance.now();
  for (;;) {
    try {
      return await check();
    } catch (error) {
      const waited = performance.now() - start;
      if (waited > timeoutMs) throw error;
      await delay(Math.max(LEAST_PAUSE_MS, waited * PAUSE_SHARE));
    }
  }
}
