import { setTimeout as delay } from 'node:timers/promises';

/** Rarely enough for checks that start a program. */
const periodMs = 1_000;
const usualMs = 180_000;

/** Waits until `check` no longer throws and returns what it returns. Throws what it threw last when that takes longer. */
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
