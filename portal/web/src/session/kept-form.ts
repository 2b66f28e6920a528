import { useEffect, useState } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { useKeeper } from './kept-values.ts';

/** Keeps what was changed in a form while it is gone for want of a session. `part` tells it from others on its page. */
export function useKeptForm<In extends FieldValues, Out>(
  { getValues, setValue }: UseFormReturn<In, unknown, Out>,
  part = 'form',
): void {
  const keeper = useKeeper();
  const [initial] = useState(() => JSON.stringify(getValues()));
  useEffect(() => {
    for (const [name, value] of Object.entries(keeper.read(part) ?? {}))
      setValue(name as Path<In>, value as PathValue<In, Path<In>>, { shouldDirty: true });
    keeper.forget(part);
    return () => keeper.keepIfSessionLost(part, changed(initial, getValues()));
  }, [keeper, part, initial, getValues, setValue]);
}

/** Never kept, whatever form they are in. */
const SECRET = /password|secret|token/i;

/** Fields with other values than at the beginning. */
function changed(initial: string, values: FieldValues): FieldValues {
  const before = JSON.parse(initial) as FieldValues;
  const isChanged = ([name, value]: [string, unknown]) =>
    !SECRET.test(name) && JSON.stringify(value) !== JSON.stringify(before[name]);
  return Object.fromEntries<unknown>(Object.entries(values).filter(isChanged));
}
