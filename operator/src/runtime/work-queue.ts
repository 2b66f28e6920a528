import type { Clock } from '@gpulease/kube';
import type { QueueMetrics } from './metrics.ts';
import type { RateLimiter } from './rate-limiter.ts';

interface Delayed {
  due: number;
  cancel: () => void;
}

/**
 * A queue of keys for level-triggered work. A key waits at most once however often it is added, is never handed
 * to two workers at a time, and comes again when it was added while being worked on.
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

  /** Keys are taken from now on. Until then nobody works on them, and they would only be collected. */
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

  /** Adds the key after a delay; of several delays for one key the shortest counts. */
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

  /** Adds the key after the delay its failures have earned. */
  addRateLimited(key: string): void {
    this.metrics?.retried();
    this.addAfter(key, this.limiter.delay(key));
  }

  /** Ends the key's row of failures. */
  forget(key: string): void {
    this.limiter.forget(key);
  }

  /** The next key, as soon as there is one; undefined once the queue is closed. */
  take(): Promise<string | undefined> {
    const key = this.waiting.shift();
    if (key !== undefined) return Promise.resolve(this.start(key));
    if (this.closed) return Promise.resolve(undefined);
    return new Promise((resolve) => this.takers.push(resolve));
  }

  /** To be called when the work on a taken key has ended, whatever its result. */
  done(key: string): void {
    this.processing.delete(key);
    this.metrics?.finished(key);
    if (this.dirty.has(key) && !this.closed) this.hand(key);
  }

  /** Stops handing out keys; who waits in `take` gets undefined. */
  close(): void {
    this.closed = true;
    for (const { cancel } of this.delayed.values()) cancel();
    this.delayed.clear();
    this.waiting.length = 0;
    for (const taker of this.takers.splice(0)) taker(undefined);
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
