import { useEffect, useState } from 'react';
import { useKeeper } from './kept-values.ts';

/**
 * State that is there again after a lost session, such as which dialog is open for what. `part` tells it from others on
 * its page; the value must survive JSON.
 */
export function useKeptState<Value>(
  part: string,
  initial: Value,
): readonly [value: Value, setValue: (value: Value) => void] {
  const keeper = useKeeper();
  const [value, setValue] = useState(() => (keeper.read(part) ?? initial) as Value);
  useEffect(() => keeper.forget(part), [keeper, part]);
  useEffect(() => {
    if (value === initial) return;
    return () => keeper.keepIfSessionLost(part, value);
  }, [keeper, part, initial, value]);
  return [value, setValue];
}
