import type { Clock } from './clock.ts';
import type { Logger } from './logger.ts';

/** Logs the start and the end of an outage of the API server once each, however many requests notice. */
export class Outage {
  readonly #clock: Clock;
  readonly #logger: Logger;
  #isOn = false;
  #answeredAt = -Infinity;

  constructor({ clock, logger }: { clock: Clock; logger: Logger }) {
    this.#clock = clock;
    this.#logger = logger;
  }

  /** Whether the outage has been logged and is not over. */
  get isOn(): boolean {
    return this.#isOn;
  }

  /** Records an unanswered request sent at `sentAt`. If others were answered since, only that request was slow. */
  unanswered(sentAt: number, { message }: Error): void {
    if (this.#isOn || this.#answeredAt >= sentAt) return;
    this.#isOn = true;
    this.#logger.warn({ reason: message }, 'The API server is unreachable; waiting for it');
  }

  answered(): void {
    this.#answeredAt = this.#clock.monotonic();
    if (!this.#isOn) return;
    this.#isOn = false;
    this.#logger.info({}, 'The API server is reachable again');
  }
}
