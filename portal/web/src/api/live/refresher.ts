import type { OperationId } from '@gpulease/contract/endpoints';

/** Reloads an operation; resolves when its requests have settled. */
type Refresh = (operation: OperationId) => Promise<unknown>;

/** Refreshes each operation at most once per interval, and never while one is in flight: a slow answer would never be shown. */
export class Refresher {
  readonly #refresh: Refresh;
  readonly #intervalMs: number;
  readonly #waiting = new Set<OperationId>();
  readonly #running = new Set<OperationId>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(refresh: Refresh, intervalMs = 1_000) {
    this.#refresh = refresh;
    this.#intervalMs = intervalMs;
  }

  /** Refreshes immediately after a quiet interval; otherwise at the end of the current one. */
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
    for (const operation of this.#waiting) if (!this.#running.has(operation)) this.#begin(operation);
    this.#timer = setTimeout(() => this.#flush(), this.#intervalMs);
  }

  #begin(operation: OperationId): void {
    this.#waiting.delete(operation);
    this.#running.add(operation);
    void this.#refresh(operation).finally(() => this.#running.delete(operation));
  }
}
