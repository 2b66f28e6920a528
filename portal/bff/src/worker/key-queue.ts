/**
 * A queue of keys for level-triggered work. A key waits at most once, is handled by one worker at a time, and returns
 * if it was added meanwhile or its work failed or asked for it.
 */
export interface KeyQueue {
  add(key: string): void;
  /** Resolves when nothing waits or runs, except for keys that return later. */
  idle(): Promise<void>;
  /** Takes no more keys and resolves when those at work are done. */
  stop(): Promise<void>;
}

export interface KeyQueueOptions {
  /** Returns after how many milliseconds the key is to come again, if at all. */
  readonly work: (key: string) => Promise<number | undefined>;
  /** Keys at work at once. */
  readonly concurrency: number;
  readonly onError: (key: string, error: unknown) => void;
}

const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 30_000;

/** Makes a queue that works off whatever is added. */
export function createKeyQueue({ work, concurrency, onError }: KeyQueueOptions): KeyQueue {
  const waiting = new Set<string>();
  const working = new Map<string, Promise<void>>();
  const failures = new Map<string, number>();
  /** Keys that come again. */
  const timers = new Map<string, NodeJS.Timeout>();
  let stopped = false;

  function pump(): void {
    for (const key of waiting) {
      if (stopped || working.size >= concurrency) return;
      if (working.has(key)) continue;
      waiting.delete(key);
      working.set(key, run(key));
    }
  }

  async function run(key: string): Promise<void> {
    try {
      const again = await work(key);
      failures.delete(key);
      if (again !== undefined) addLater(key, again);
    } catch (error) {
      onError(key, error);
      retryLater(key);
    } finally {
      working.delete(key);
      pump();
    }
  }

  function retryLater(key: string): void {
    const count = failures.get(key) ?? 0;
    failures.set(key, count + 1);
    addLater(key, Math.min(FIRST_RETRY_MS * 2 ** count, LAST_RETRY_MS));
  }

  function addLater(key: string, milliseconds: number): void {
    if (stopped) return;
    clearTimeout(timers.get(key));
    timers.set(key, setTimeout(add, milliseconds, key));
  }

  function add(key: string): void {
    if (stopped) return;
    clearTimeout(timers.get(key));
    timers.delete(key);
    waiting.add(key);
    // Not at once: several changes that arrive together are one piece of work.
    setImmediate(pump);
  }

  return {
    add,
    async idle() {
      while (waiting.size + working.size > 0) {
        await Promise.all(working.values());
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
    async stop() {
      stopped = true;
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(working.values());
    },
  };
}
