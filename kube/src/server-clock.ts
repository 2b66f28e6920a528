import type { Clock } from './clock.ts';

/** The API server reports its time in whole seconds. */
const RESOLUTION_MS = 1_000;

/**
 * The API server's time, for comparison with times in its objects: a process with a wrong clock would end a run minutes
 * too early or in the future. It deviates from the process's clock only as far as responses prove that clock wrong, so
 * it equals that clock when both agree.
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

  /** How far the API server's clock is known to be ahead of the process's, in milliseconds; negative: behind. */
  get offset(): number {
    return this.#offset;
  }

  /** Records the `Date` header of the response to a request sent at `sentAt` (monotonic). */
  observe(date: string | undefined, sentAt: number): void {
    const told = Date.parse(date ?? '');
    if (Number.isNaN(told)) return;
    const received = this.#own.now().getTime();
    const sent = received - (this.#own.monotonic() - sentAt);
    // The server read its clock between the two, and truncated it to a second.
    const least = told - received;
    const most = told + RESOLUTION_MS - sent;
    this.#offset = Math.min(Math.max(this.#offset, least), most);
  }
}
