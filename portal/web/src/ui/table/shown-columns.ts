/** The chosen columns of a list, stored in this browser. */
import { useMemo, useState } from 'react';
import { keepText, readText } from '../../browser/storage.ts';
import type { Column } from './column.ts';

/** Returns the columns last chosen under `memory`, by default all except extras. Without a memory, returns all. */
export function useShownColumns<T, C extends Column<T>>(columns: readonly C[], memory: string | undefined) {
  const [chosen, setChosen] = useState(() => hiddenIn(memory));
  const hasMemory = memory !== undefined;
  // Stable arrays, so that a tick or a new answer does not redraw all rows.
  const seen = useMemo(() => {
    const extras = hasMemory ? columns.filter(({ isExtra }) => isExtra).map(({ key }) => key) : [];
    const hidden: readonly string[] = chosen ?? extras;
    return { hidden, shown: columns.filter(({ key, isFixed }) => isFixed === true || !hidden.includes(key)) };
  }, [columns, chosen, hasMemory]);
  return {
    ...seen,
    change(next: readonly string[]) {
      setChosen(next);
      if (memory !== undefined) keepText('localStorage', storageKey(memory), JSON.stringify(next));
    },
  };
}

const storageKey = (memory: string) => `columns/${memory}`;

function hiddenIn(memory: string | undefined): readonly string[] | undefined {
  if (memory === undefined) return undefined;
  try {
    const kept: unknown = JSON.parse(readText('localStorage', storageKey(memory)) ?? 'null');
    return Array.isArray(kept) ? kept.filter((key) => typeof key === 'string') : undefined;
  } catch {
    return undefined;
  }
}
