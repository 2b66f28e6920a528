/** Wakes waiting workers, one per notification. A notification that finds nobody waiting is kept for the next wait. */
export interface WakeSignal {
  notify(): void;
  /** Resolves at a notification; at once when one is kept, or after `close`. */
  wait(): Promise<void>;
  /** Wakes everybody and makes every later wait resolve at once. */
  close(): void;
}

export function createWakeSignal(): WakeSignal {
  const waiting: (() => void)[] = [];
  let isPending = false;
  let isClosed = false;
  return {
    notify() {
      const wake = waiting.shift();
      if (wake) wake();
      else isPending = true;
    },
    wait() {
      if (isPending || isClosed) {
        isPending = false;
        return Promise.resolve();
      }
      return new Promise((resolve) => waiting.push(resolve));
    },
    close() {
      isClosed = true;
      for (const wake of waiting.splice(0)) wake();
    },
  };
}
