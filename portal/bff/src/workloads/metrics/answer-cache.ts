/** Answers of the source, each given to all who ask for the same. */
import type { Clock } from '../../clock.ts';
import type { Logger } from '../../http/logger.ts';

interface Kept<T> {
  readonly answer: Promise<T | Unreachable>;
  /** Until when it is given again. That of a window is given for as long as somebody asks for that window. */
  goodUntilMs: number;
}

interface Unreachable {
  readonly available: false;
  readonly reason: 'UNREACHABLE';
}

interface AnswerCacheOptions {
  readonly clock: Clock;
  readonly log: Logger;
  /** How many answers are kept, the newest. */
  readonly most: number;
}

/** A source that has failed is left alone for so long, by everybody who looks at the same graphs. */
const PAUSE_MS = 10_000;

export class AnswerCache<T> {
  readonly #options: AnswerCacheOptions;
  /** By what was asked for, the oldest first. */
  readonly #kept = new Map<string, Kept<T>>();

  constructor(options: AnswerCacheOptions) {
    this.#options = options;
  }

  /** Never rejects: that the source fails is an answer, too. */
  read(asked: object, ask: () => Promise<T>): Promise<T | Unreachable> {
    const key = JSON.stringify(asked);
    const kept = this.#kept.get(key);
    if (kept && kept.goodUntilMs > this.#now()) return kept.answer;
    const next: Kept<T> = {
      answer: ask().catch((err: unknown) => {
        this.#options.log.warn({ err, asked }, 'The source of metrics failed');
        next.goodUntilMs = this.#now() + PAUSE_MS;
        return { available: false, reason: 'UNREACHABLE' };
      }),
      goodUntilMs: Infinity,
    };
    this.#keep(key, next);
    return next.answer;
  }

  #now(): number {
    return this.#options.clock.now().getTime();
  }

  #keep(key: string, next: Kept<T>): void {
    this.#kept.delete(key);
    this.#kept.set(key, next);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= this.#options.most) return;
      this.#kept.delete(oldest);
    }
  }
}
