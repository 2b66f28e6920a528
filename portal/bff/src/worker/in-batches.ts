/** Work on items in batches, where a failing item does not hold up the others. */
import { isRefusedWrite, isTimeout } from '../database/errors.ts';

export interface Batches<T> {
  /** Items per batch. */
  readonly size: number;
  readonly work: (batch: readonly T[]) => Promise<void>;
  /** Receives each item that the database refuses or cannot process in time, even alone. */
  readonly onFailed: (item: T, error: unknown) => void | Promise<void>;
}

/**
 * Processes the items batch by batch. If the database refuses a batch or cannot process it in time, processes each of its
 * items alone. Other errors do not concern a single item and are thrown.
 */
export async function inBatches<T>(items: readonly T[], { size, work, onFailed }: Batches<T>): Promise<void> {
  for (let first = 0; first < items.length; first += size) {
    const batch = items.slice(first, first + size);
    await unlessOfOne(work(batch), async () => {
      for (const item of batch) await unlessOfOne(work([item]), (error) => onFailed(item, error));
    });
  }
}

/** Calls `instead` if a single item may have caused the failure. */
async function unlessOfOne(work: Promise<void>, instead: (error: unknown) => void | Promise<void>) {
  try {
    await work;
  } catch (error) {
    if (!isRefusedWrite(error) && !isTimeout(error)) throw error;
    await instead(error);
  }
}
