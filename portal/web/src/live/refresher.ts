import type { OperationId } from '@gpulease/contract/endpoints';

/** Gathers what is to be refreshed, so that a burst of events refreshes each list once a second at most. */
export class Refresher {
  readonly #refresh: (operation: OperationId) => void;
  readonly #intervalMs: number;
  readonly #waiting = new Set<OperationId>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(refresh: (operation: OperationId) => void, intervalMs = 1_000) {
    this.#refresh = refresh;
    this.#intervalMs = intervalMs;
  }

  /** Refreshes at once after a quiet time, else together with the others when the second is over. */
  add(operations: readonly OperationId[]): void {
    for (const operation of operations) this.#waiting.add(operation);
    if (!this.#timer) this.#flush();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#waiting.clear();
  }

  #flush(): void {
    this.#timer = undefined;
    if (this.#waiting.size === 0) return;
    const operations = [...this.#waiting];
    this.#waiting.clear();
    for (const operation of operations) this.#refresh(operation);
    this.#timer = setTimeout(() => this.#flush(), this.#intervalMs);
  }
}
