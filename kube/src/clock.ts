/** The source of time for everything that waits or compares times, so that tests can control it. */
export interface Clock {
  now(): Date;
  /** Milliseconds on a scale that never jumps, for measuring durations. */
  monotonic(): number;
  /** Calls `callback` once after `milliseconds`; the returned function cancels it. */
  after(milliseconds: number, callback: () => void): () => void;
}

/** Longer delays overflow Node's timer (a signed 32-bit number of milliseconds) and fire immediately. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => new Date(),
  monotonic: () => performance.now(),
  after(milliseconds, callback) {
    const timer = setTimeout(callback, Math.min(milliseconds, LONGEST_TIMER_MS));
    return () => {
      clearTimeout(timer);
    };
  },
};

/** Resolves after `milliseconds`, or as soon as `signal` is aborted. It never rejects. */
export function sleep(clock: Clock, milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) {
      resolve();
      return;
    }
    const wake = (): void => {
      cancel();
      signal?.removeEventListener('abort', wake);
      resolve();
    };
    const cancel = clock.after(milliseconds, wake);
    signal?.addEventListener('abort', wake);
  });
}
