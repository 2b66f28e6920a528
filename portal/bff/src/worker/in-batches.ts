/** Work on many wallets at once, where one that cannot be worked on holds up no other. */
import { isRefusedWrite, isTimeout } from '../database/errors.ts';

export interface Batches<T> {
  /** Items at once. */
  readonly size: number;
  readonly work: (batch: readonly T[]) => Promise<void>;
  /** Gets each item that the database refuses, or cannot do in time, even alone. */
  readonly onFailed: (item: T, error: unknown) => void | Promise<void>;
}

/**
 * Works on the items batch by batch. If the database refuses a batch or cannot do it in time, each of its items is worked
 * on alone. Other errors are nobody's in particular, and are thrown.
 */
export async function inBatches<T>(items: readonly T[], { size, work, onFailed }: Batches<T>): Promise<void> {
  for (let first = 0; first < items.length; first += size) {
    const batch = items.slice(first, first + size);
    await unlessOfOne(work(batch), async () => {
      for (const item of batch) await unlessOfOne(work([item]), (error) => onFailed(item, error));
    });
  }
}

/** Calls `instead` where the failure may lie with a single item. */
async function unlessOfOne(work: Promise<void>, instead: (error: unknown) => void | Promise<void>) {
  try {
    await work;
  } catch (error) {
    if (!isRefusedWrite(error) && !isTimeout(error)) throw error;
    await instead(error);
  }
}
