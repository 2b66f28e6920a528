import { setTimeout as delay } from 'node:timers/promises';

/** Long enough for any machine, however busy. */
const TIMEOUT_MS = 120_000;
const LEAST_PAUSE_MS = 20;
/** The pause as a share of the time waited so far, since each check slows down the work it waits for. */
const PAUSE_SHARE = 1 / 20;

/**
 * Repeats `check` until it no longer throws, and returns its result. Throws its last error after `timeoutMs`.
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
