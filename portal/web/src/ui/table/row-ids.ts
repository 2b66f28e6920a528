import { useState } from 'react';

type RowIds = ReadonlyMap<string, number>;

/**
 * Which row shows which item, by the item's key. An item keeps its row as long as it is there. Where none stays, as after a
 * search, the rows are used again from the first on: to change what a row shows is a fraction of the work of making one.
 */
export function nextRowIds(before: RowIds, keys: readonly string[]): RowIds {
  const used = [...before.values()];
  const firstFree = Math.max(-1, ...used) + 1;
  const someStay = keys.some((key) => before.has(key));
  return new Map(
    keys.map((key, index) => [key, (someStay ? before.get(key) : used[index]) ?? firstFree + index]),
  );
}

/** The rows of these items, as `nextRowIds` has it. */
export function useRowIds(keys: readonly string[]): RowIds {
  const [ids, setIds] = useState<RowIds>(() => nextRowIds(new Map(), keys));
  const next = nextRowIds(ids, keys);
  const isCurrent = ids.size === next.size && keys.every((key) => ids.has(key));
  if (isCurrent) return ids;
  setIds(next);
  return next;
}
