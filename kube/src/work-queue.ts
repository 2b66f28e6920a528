import { setImmediate } from 'node:timers/promises';
import type { Clock } from './clock.ts';
import type { RateLimiter } from './rate-limiter.ts';

/** The metrics of a work queue. */
export interface QueueMetrics {
  added(key: string): void;
  started(key: string): void;
  finished(key: string): void;
  retried(): void;
}

/** Processes a key. Returns the delay of a requeue in milliseconds, if any. Throws to retry with backoff. */
export type Work = (key: string) => Promise<number | undefined>;

interface Delayed {
  due: number;
  cancel: () => void;
}

/**
 * A queue of keys for level-triggered work. A key waits at most once however often it is added, is never handed
 * to two workers at a time, and is handed out again if it was added while being processed.
 */
export class WorkQueue {
  private readonly clock: Clock;
  private readonly limiter: RateLimiter;
  private readonly metrics: QueueMetrics | undefined;
  private readonly waiting: string[] = [];
  private readonly dirty = new Set<string>();
  private readonly processing = new Set<string>();
  private readonly delayed = new Map<string, Delayed>();
  private readonly takers: ((key: string | undefined) => void)[] = [];
  private opened = false;
  private closed = false;

  constructor(clock: Clock, limiter: RateLimiter, metrics?: QueueMetrics) {
    this.clock = clock;
    this.limiter = limiter;
    this.metrics = metrics;
  }

  get length(): number {
    return this.waiting.length;
  }

  /** Accepts keys from now on. Before, no worker runs and they would only accumulate. */
  open(): void {
    this.opened = true;
  }

  /** Marks the key as needing work. */
  add(key: string): void {
    if (!this.opened || this.closed || this.dirty.has(key)) return;
    this.dirty.add(key);
    this.metrics?.added(key);
    if (!this.processing.has(key)) this.hand(key);
  }

  /** Adds the key after a delay; the shortest of several delays for one key counts. */
  addAfter(key: string, milliseconds: number): void {
    if (!this.opened || this.closed) return;
    if (milliseconds <= 0) {
      this.add(key);
      return;
    }
    const due = this.clock.monotonic() + milliseconds;
    const before = this.delayed.get(key);
    if (before !== undefined && before.due <= due) return;
    before?.cancel();
    const cancel = this.clock.after(milliseconds, () => {
      this.delayed.delete(key);
      this.add(key);
    });
    this.delayed.set(key, { due, cancel });
  }

  /** Processes keys with this many workers. Resolves when the queue is closed and running work is done. */
  async run(workers: number, work: Work): Promise<void> {
    await Promise.all(Array.from({ length: workers }, () => this.workOff(work)));
  }

  /** Resolves to the next key once there is one; undefined when the queue is closed. */
  take(): Promise<string | undefined> {
    const key = this.waiting.shift();
    if (key !== undefined) return Promise.resolve(this.start(key));
    if (this.closed) return Promise.resolve(undefined);
    return new Promise((resolve) => this.takers.push(resolve));
  }

  /** Must be called when the work on a taken key has ended, whatever its result. */
  done(key: string): void {
    this.processing.delete(key);
    this.metrics?.finished(key);
    if (this.dirty.has(key) && !this.closed) this.hand(key);
  }

  /** Stops handing out keys. Pending calls of `take` resolve to undefined. */
  close(): void {
    this.closed = true;
    for (const { cancel } of this.delayed.values()) cancel();
    this.delayed.clear();
    this.waiting.length = 0;
    for (const taker of this.takers.splice(0)) taker(undefined);
  }

  private async workOff(work: Work): Promise<void> {
    for (let key = await this.take(); key !== undefined; key = await this.take()) {
      await this.workOn(key, work);
      this.done(key);
      // Work that never waits for I/O would starve timers, and with them the renewal of the lease.
      await setImmediate();
    }
  }

  private async workOn(key: string, work: Work): Promise<void> {
    try {
      const again = await work(key);
      this.limiter.forget(key);
      if (again !== undefined) this.addAfter(key, again);
    } catch {
      this.metrics?.retried();
      this.addAfter(key, this.limiter.delay(key));
    }
  }

  private hand(key: string): void {
    const taker = this.takers.shift();
    if (taker === undefined) this.waiting.push(key);
    else taker(this.start(key));
  }

  private start(key: string): string {
    this.dirty.delete(key);
    this.processing.add(key);
    this.metrics?.started(key);
    return key;
  }
}
