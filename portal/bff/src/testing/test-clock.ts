import type { Clock } from '../clock.ts';

/** A clock that stands still until it is advanced. */
export class TestClock implements Clock {
  #now: Date;

  constructor(start = new Date('2026-11-21T04:00:00Z')) {
    this.#now = start;
  }

  now(): Date {
    return this.#now;
  }

  advance(milliseconds: number): void {
    this.#now = new Date(this.#now.getTime() + milliseconds);
  }
}
