import { useEffect, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { conflicts, isSame, merged } from './merge.ts';

export interface Merge {
  /** Whether the last change was not a save of one's own. */
  readonly isOvertaken: boolean;
  /** What is edited here and was set to something else elsewhere: what to, by the names of the fields. */
  readonly latest: Readonly<Record<string, unknown>>;
}

/** Takes a change made elsewhere into the form, but for what is edited here. */
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
