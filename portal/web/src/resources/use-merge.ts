import { useEffect, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { isSame, merged } from './values.ts';

/** Takes a change made elsewhere into the form, but for what is edited here. Whether there was one. */
export function useMerge<Out>(
  etag: string,
  values: FieldValues,
  { getValues, reset, setValue }: UseFormReturn<FieldValues, unknown, Out>,
): boolean {
  const [openedAs] = useState(etag);
  const shown = useRef({ etag, values });
  useEffect(() => {
    if (etag === shown.current.etag) return;
    const together = merged(shown.current.values, getValues(), values) as FieldValues;
    shown.current = { etag, values };
    reset(values);
    for (const [name, value] of Object.entries(together))
      if (!isSame(value, values[name])) setValue(name, value, { shouldDirty: true });
  }, [etag, values, getValues, reset, setValue]);
  return etag !== openedAs;
}
