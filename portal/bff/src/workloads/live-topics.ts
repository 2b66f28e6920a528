/** Schedules live events: soon, but one at a time for each topic and with limited concurrency. */
import pLimit from 'p-limit';
import type { Logger } from '../http/logger.ts';

/** Changes within this time are one event. */
const GATHER_MS = 50;
/** A change of everything must leave connections of the pool to requests. */
const MAX_AT_ONCE = 4;

type Send = () => Promise<void> | void;

interface TopicsParts {
  readonly log: Logger;
  /** Nothing is sent after this is aborted. */
  readonly stopping: AbortSignal;
}

export class LiveTopics {
  readonly #parts: TopicsParts;
  readonly #limit = pLimit(MAX_AT_ONCE);
  /** Topics that are waiting for their turn or being sent. */
  readonly #busy = new Set<string>();
  /** The next event of each topic. */
  readonly #next = new Map<string, Send>();

  constructor(parts: TopicsParts) {
    this.#parts = parts;
  }

  /** Sends soon. The last of several events of a topic replaces the others, and waits while one is sent. */
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
      log.warn({ err: error, topic }, 'Could not send a live event');
    }
    this.#busy.delete(topic);
    const again = this.#next.get(topic);
    if (again) this.send(topic, again);
  }
}
