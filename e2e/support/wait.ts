import { expect } from '@playwright/test';

/** Calls `ask` until its result passes `check`, and returns it. Throws the last failure after the timeout. */
export async function eventually<T>(
  ask: () => Promise<T>,
  check: (answer: T) => void,
  timeoutMs = 180_000,
): Promise<T> {
  let last: T | undefined;
  await expect(async () => {
    last = await ask();
    check(last);
  }).toPass({ timeout: timeoutMs, intervals: [250, 500, 1000] });
  return last as T;
}
