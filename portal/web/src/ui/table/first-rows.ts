import { startTransition, useEffect, useState } from 'react';

/** Number of new rows that a slow phone draws within 100 ms (bench/web). */
const FIRST_ROWS = 10;

/** Returns the items to draw first: the wanted ones up to ten new, then old rows to fill up; all if at most ten are new. */
export function firstRows<T>(
  drawn: readonly T[],
  wanted: readonly T[],
  keyOf: (item: T) => string,
): readonly T[] {
  const drawnKeys = new Set(drawn.map(keyOf));
  const newPlaces = [...wanted.keys()].filter((place) => !drawnKeys.has(keyOf(wanted[place] as T)));
  const end = newPlaces[FIRST_ROWS];
  if (end === undefined) return wanted;
  const wantedKeys = new Set(wanted.map(keyOf));
  const old = drawn.slice(end, wanted.length).filter((item) => !wantedKeys.has(keyOf(item)));
  return [...wanted.slice(0, end), ...old];
}

/** Returns the items to draw now: first ten of many new ones, then all, so that the browser can handle input in between. */
export function useFirstRows<T>(wanted: readonly T[], keyOf: (item: T) => string): readonly T[] {
  const [state, setState] = useState({ wanted, drawn: wanted });
  const { drawn } = state;
  if (state.wanted !== wanted) setState({ wanted, drawn: firstRows(drawn, wanted, keyOf) });
  useEffect(() => {
    if (drawn !== wanted) startTransition(() => setState({ wanted, drawn: wanted }));
  }, [drawn, wanted]);
  return drawn;
}
