import type { Clock } from '../clock.ts';

interface Timer {
  due: number;
  callback: () => void;
}

/** A clock that stands still until a test moves it. */
export class FakeClock implements Clock {
  readonly #start: number;
  #elapsed = 0;
  readonly #timers = new Set<Timer>();

  constructor(start = '2026-01-01T00:00:00Z') {
    this.#start = Date.parse(start);
  }

  now(): Date {
    return new Date(this.#start + this.#elapsed);
  }

  monotonic(): number {
    return this.#elapsed;
  }

  after(milliseconds: number, callback: () => void): () => void {
    const timer = { due: this.#elapsed + milliseconds, callback };
    this.#timers.add(timer);
    return () => {
      this.#timers.delete(timer);
    };
  }

  /** The number of pending callbacks. */
  get pending(): number {
    return this.#timers.size;
  }

  /** Advances the time and fires the callbacks that become due, in order. */
  advance(milliseconds: number): void {
    const end = this.#elapsed + milliseconds;
    for (let next = this.#nextDue(end); next !== undefined; next = this.#nextDue(end)) {
      this.#timers.delete(next);
      this.#elapsed = next.due;
      next.callback();
    }
    this.#elapsed = end;
  }

  #nextDue(end: number): Timer | undefined {
    return [...this.#timers].filter((timer) => timer.due <= end).sort((a, b) => a.due - b.due)[0];
  }
}
