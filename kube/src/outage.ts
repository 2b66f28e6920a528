import type { Clock } from './clock.ts';
import type { Logger } from './logger.ts';

/** Tells once that the API server does not answer and once that it does again, however many requests notice. */
export class Outage {
  readonly #clock: Clock;
  readonly #logger: Logger;
  #isOn = false;
  #answeredAt = -Infinity;

  constructor({ clock, logger }: { clock: Clock; logger: Logger }) {
    this.#clock = clock;
    this.#logger = logger;
  }

  /** Whether it has been told that the server does not answer. */
  get isOn(): boolean {
    return this.#isOn;
  }

  /** A request sent at `sentAt` was not answered. If others were meanwhile, it is the request that is slow. */
  unanswered(sentAt: number, { message }: Error): void {
    if (this.#isOn || this.#answeredAt >= sentAt) return;
    this.#isOn = true;
    this.#logger.warn({ reason: message }, 'The API server cannot be reached; waiting for it');
  }

  answered(): void {
    this.#answeredAt = this.#clock.monotonic();
    if (!this.#isOn) return;
    this.#isOn = false;
    this.#logger.info({}, 'The API server is reached');
  }
}
