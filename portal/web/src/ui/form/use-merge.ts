import { useEffect, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { conflicts, isSame, merged } from './merge.ts';

export interface Merge {
  /** Whether the last change was made by somebody else. */
  readonly isOvertaken: boolean;
  /** The latest values of fields that were edited here and changed elsewhere, by field name. */
  readonly latest: Readonly<Record<string, unknown>>;
}

/** Merges a change made elsewhere into the form, except for edited fields. */
export function useMerge<Out>(
  etag: string,
  values: FieldValues,
  { getValues, reset }: UseFormReturn<FieldValues, unknown, Out>,
): Merge {
  const [isOvertaken, setOvertaken] = useState(false);
  const [latest, setLatest] = useState<Merge['latest']>({});
  const shown = useRef({ etag, values });
  useEffect(() => {
    if (etag === shown.current.etag) return;
    if (isSame(values, shown.current.values)) {
      shown.current = { etag, values };
      return;
    }
    const mine = getValues();
    const isOther = Object.entries(values).some(([name, value]) => !isSame(value, mine[name]));
    const more = conflicts(shown.current.values, mine, values);
    setOvertaken(isOther);
    setLatest((before) => (isOther ? { ...before, ...more } : {}));
    const together = merged(shown.current.values, mine, values) as FieldValues;
    shown.current = { etag, values };
    reset(values);
    reset(together, { keepDefaultValues: true });
  }, [etag, values, getValues, reset]);
  return { isOvertaken, latest };
}
