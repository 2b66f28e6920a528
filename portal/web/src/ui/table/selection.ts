import { useCallback, useState } from 'react';

export type Selection<T> = ReturnType<typeof useSelection<T>>;

/** The ticked items of a page. Items that leave the page are excluded. */
export function useSelection<T>(items: readonly T[] = [], rowKey: (item: T) => string) {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  // A stable function, so that a tick rerenders only its row.
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
