/** Wakes those who wait for work, one per ring. A ring that nobody hears is kept for the next who comes. */
export interface Bell {
  ring(): void;
  /** Until a ring; at once after `silence`. */
  wait(): Promise<void>;
  /** Wakes all and lets nobody wait any more. */
  silence(): void;
}

export function createBell(): Bell {
  const waiting: (() => void)[] = [];
  let unheard = false;
  let silent = false;
  return {
    ring() {
      const wake = waiting.shift();
      if (wake) wake();
      else unheard = true;
    },
    wait() {
      if (unheard || silent) {
        unheard = false;
        return Promise.resolve();
      }
      return new Promise((resolve) => waiting.push(resolve));
    },
    silence() {
      silent = true;
      for (const wake of waiting.splice(0)) wake();
    },
  };
}
