import pLimit, { type LimitFunction } from 'p-limit';

interface FairLimitOptions {
  /** Works at once. */
  readonly total: number;
  /** Of one name at once: fewer, so that the others find room whatever one of them sends. */
  readonly perName: number;
  /** Of one name, those that wait included. */
  readonly mostPerName: number;
}

/** Lets so much work be done at once, and no name hold up the others. */
export class FairLimit {
  readonly #options: FairLimitOptions;
  readonly #all: LimitFunction;
  readonly #byName = new Map<string, LimitFunction>();

  constructor(options: FairLimitOptions) {
    this.#options = options;
    this.#all = pLimit(options.total);
  }

  /** Whether one more of this name would be too many. */
  isFull(name: string): boolean {
    const own = this.#byName.get(name);
    return own !== undefined && own.activeCount + own.pendingCount >= this.#options.mostPerName;
  }

  /** Does the work when its turn comes. Names without work are dropped. */
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
