import { useCallback, useState } from 'react';

export type Selection<T> = ReturnType<typeof useSelection<T>>;

/** Which items of a page are ticked. Those that leave the page are not acted on. */
export function useSelection<T>(items: readonly T[] = [], rowKey: (item: T) => string) {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  // The same function at each render, so that a tick rerenders only its row.
  const choose = useCallback(
    (some: readonly T[], isChosen: boolean) =>
      setKeys((before) => {
        const changed = some.map(rowKey);
        const others = [...before].filter((key) => !changed.includes(key));
        return new Set(isChosen ? [...others, ...changed] : others);
      }),
    [rowKey],
  );
  return {
    /** The current versions of the chosen items on the page. */
    chosen: items.filter((item) => keys.has(rowKey(item))),
    isChosen: (item: T) => keys.has(rowKey(item)),
    choose,
    clear: () => setKeys(new Set()),
  };
}
