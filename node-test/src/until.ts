import { setTimeout as delay } from 'node:timers/promises';

/** Long enough for checks that start a program. */
const periodMs = 1_000;
const usualMs = 180_000;

/** Retries `check` until it does not throw, and returns its result. Throws its last error after the timeout. */
export async function until<R>(check: () => R | Promise<R>, timeoutMs = usualMs): Promise<R> {
  for (const end = performance.now() + timeoutMs; ;) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > end) throw error;
      await delay(periodMs);
    }
  }
}
