import { useState } from 'react';

type RowIds = ReadonlyMap<string, number>;

/** Assigns rows to items by key. A new item reuses a removed item's row: updating a row costs a fraction of creating one. */
export function nextRowIds(before: RowIds, keys: readonly string[]): RowIds {
  const places = [...before];
  const firstFree = Math.max(-1, ...before.values()) + 1;
  const staying = new Set(keys);
  const gone = (index: number) => {
    const [key, id] = places[index] ?? [];
    return key !== undefined && !staying.has(key) ? id : undefined;
  };
  return new Map(keys.map((key, index) => [key, before.get(key) ?? gone(index) ?? firstFree + index]));
}

export function useRowIds(keys: readonly string[]): RowIds {
  const [ids, setIds] = useState<RowIds>(() => nextRowIds(new Map(), keys));
  const next = nextRowIds(ids, keys);
  const isCurrent = ids.size === next.size && keys.every((key) => ids.has(key));
  if (isCurrent) return ids;
  setIds(next);
  return next;
}
