import pLimit, { type LimitFunction } from 'p-limit';

interface FairLimitOptions {
  /** Maximum concurrency. */
  readonly total: number;
  /** Maximum concurrency per name; lower than `total`, so that one name cannot starve the others. */
  readonly perName: number;
  /** Maximum running and waiting work per name. */
  readonly mostPerName: number;
}

/** Limits concurrent work, in total and per name. */
export class FairLimit {
  readonly #options: FairLimitOptions;
  readonly #all: LimitFunction;
  readonly #byName = new Map<string, LimitFunction>();

  constructor(options: FairLimitOptions) {
    this.#options = options;
    this.#all = pLimit(options.total);
  }

  /** Whether the name has reached `mostPerName`. */
  isFull(name: string): boolean {
    const own = this.#byName.get(name);
    return own !== undefined && own.activeCount + own.pendingCount >= this.#options.mostPerName;
  }

  /** Runs the work when its turn comes. Forgets names without work. */
  async run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const own = this.#byName.get(name) ?? pLimit(this.#options.perName);
    this.#byName.set(name, own);
    try {
      return await own(() => this.#all(work));
    } finally {
      if (own.activeCount + own.pendingCount === 0) this.#byName.delete(name);
    }
  }
}
