/** Wakes waiting workers, one per notification. A notification that finds no waiter is kept for the next wait. */
export function createWakeSignal() {
  const waiting: (() => void)[] = [];
  let isPending = false;
  let isClosed = false;
  return {
    notify(): void {
      const wake = waiting.shift();
      if (wake) wake();
      else isPending = true;
    },
    /** Resolves at a notification, or at once if one is kept or after `close`. */
    wait(): Promise<void> {
      if (isPending || isClosed) {
        isPending = false;
        return Promise.resolve();
      }
      return new Promise((resolve) => waiting.push(resolve));
    },
    /** Wakes all waiters and makes every later wait resolve at once. */
    close(): void {
      isClosed = true;
      for (const wake of waiting.splice(0)) wake();
    },
  };
}
