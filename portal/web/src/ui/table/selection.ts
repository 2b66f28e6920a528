import { useCallback, useState } from 'react';

export interface Selection<T> {
  /** The current versions of the chosen items on the page. */
  readonly chosen: readonly T[];
  readonly isChosen: (item: T) => boolean;
  readonly choose: (items: readonly T[], isChosen: boolean) => void;
  readonly clear: () => void;
}

/** Which items of a page are ticked. Those that leave the page are not acted on. */
export function useSelection<T>(items: readonly T[] = [], rowKey: (item: T) => string): Selection<T> {
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
    chosen: items.filter((item) => keys.has(rowKey(item))),
    isChosen: (item) => keys.has(rowKey(item)),
    choose,
    clear: () => setKeys(new Set()),
  };
}
