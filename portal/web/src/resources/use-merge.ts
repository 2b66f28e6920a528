import { useEffect, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { isSame, merged } from './values.ts';

/** Takes a change made elsewhere into the form, but for what is edited here. Whether the last one was not a save of one's own. */
export function useMerge<Out>(
  etag: string,
  values: FieldValues,
  { getValues, reset, setValue }: UseFormReturn<FieldValues, unknown, Out>,
): boolean {
  const [isOvertaken, setOvertaken] = useState(false);
  const shown = useRef({ etag, values });
  useEffect(() => {
    if (etag === shown.current.etag) return;
    const mine = getValues();
    setOvertaken(Object.entries(values).some(([name, value]) => !isSame(value, mine[name])));
    const together = merged(shown.current.values, mine, values) as FieldValues;
    shown.current = { etag, values };
    reset(values);
    for (const [name, value] of Object.entries(together))
      if (!isSame(value, values[name])) setValue(name, value, { shouldDirty: true });
  }, [etag, values, getValues, reset, setValue]);
  return isOvertaken;
}
