/** When live events are sent: soon, but one after the other for each topic, and only so many at once. */
import pLimit from 'p-limit';
import type { Logger } from '../http/logger.ts';

/** Changes that come together are one event. */
const GATHER_MS = 50;
/** A change of everything must leave connections of the pool to those who ask. */
const MAX_AT_ONCE = 4;

type Send = () => Promise<void> | void;

interface TopicsParts {
  readonly log: Logger;
  /** Nothing is sent any more once this is aborted. */
  readonly stopping: AbortSignal;
}

export class LiveTopics {
  readonly #parts: TopicsParts;
  readonly #limit = pLimit(MAX_AT_ONCE);
  /** Topics that wait for their turn or are being sent. */
  readonly #busy = new Set<string>();
  /** The next event of each topic. */
  readonly #next = new Map<string, Send>();

  constructor(parts: TopicsParts) {
    this.#parts = parts;
  }

  /** Sends soon; of several about one topic the last counts, and waits while one is sent: what it reads is newer. */
  send(topic: string, send: Send): void {
    this.#next.set(topic, send);
    if (this.#busy.has(topic)) return;
    this.#busy.add(topic);
    setTimeout(() => void this.#limit(() => this.#sendNext(topic)), GATHER_MS);
  }

  async #sendNext(topic: string): Promise<void> {
    const { log, stopping } = this.#parts;
    if (stopping.aborted) return;
    const send = this.#next.get(topic);
    this.#next.delete(topic);
    try {
      await send?.();
    } catch (error) {
      log.warn({ err: error, topic }, 'A live event was not sent');
    }
    this.#busy.delete(topic);
    const again = this.#next.get(topic);
    if (again) this.send(topic, again);
  }
}
