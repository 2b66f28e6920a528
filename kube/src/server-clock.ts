import type { Clock } from './clock.ts';

/** The API server tells its time in whole seconds. */
const RESOLUTION_MS = 1_000;

/**
 * The API server's time, for decisions about times that stand in its objects: a process whose own clock is wrong would
 * end a run minutes too early or in the future. It differs from the process's clock only as far as answers prove that
 * one wrong, so with clocks that agree it is that clock.
 */
export class ServerClock implements Clock {
  readonly #own: Clock;
  #offset = 0;

  constructor(own: Clock) {
    this.#own = own;
  }

  now(): Date {
    return new Date(this.#own.now().getTime() + this.#offset);
  }

  monotonic(): number {
    return this.#own.monotonic();
  }

  after(milliseconds: number, callback: () => void): () => void {
    return this.#own.after(milliseconds, callback);
  }

  /** How many milliseconds the API server's clock is ahead of the process's, as far as is known; negative: behind. */
  get offset(): number {
    return this.#offset;
  }

  /** Records the `Date` of an answer to a request that was sent at `sentAt` (monotonic). */
  observe(date: string | undefined, sentAt: number): void {
    const told = Date.parse(date ?? '');
    if (Number.isNaN(told)) return;
    const received = this.#own.now().getTime();
    const sent = received - (this.#own.monotonic() - sentAt);
    // The server looked at its clock between the two, and cut off what was below a second.
    const least = told - received;
    const most = told + RESOLUTION_MS - sent;
    this.#offset = Math.min(Math.max(this.#offset, least), most);
  }
}
