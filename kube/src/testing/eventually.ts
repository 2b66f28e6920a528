/** What does not come about in this time, on however busy a machine, does not come about. */
const TIMEOUT_MS = 120_000;
const PERIOD_MS = 20;

/**
 * Waits until `check` no longer throws and returns what it returns. Throws what it threw last when that does not
 * happen within `timeoutMs`.
 */
export async function eventually<R>(check: () => R | Promise<R>, timeoutMs = TIMEOUT_MS): Promise<R> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, PERIOD_MS));
    }
  }
}
