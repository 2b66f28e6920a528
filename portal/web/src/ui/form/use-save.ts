/** Saves an object that another user may have changed: reloads and merges it, so that no edit is lost. */
import type { OperationId } from '@gpulease/contract/endpoints';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { asFailure } from '../../api/failure.ts';
import { queryOf } from '../../api/queries.ts';
import { asOperation, type AnyInput } from '../../api/any-operation.ts';
import { conflicts, isSame, merged } from './merge.ts';

interface Versioned {
  readonly etag: string;
}

/** Merges changes made elsewhere into the form, except for edited fields. */
export function useMerge<Out>(
  etag: string,
  values: FieldValues,
  { getValues, reset }: UseFormReturn<FieldValues, unknown, Out>,
) {
  /** Whether another user made the last change. */
  const [isOvertaken, setOvertaken] = useState(false);
  /** Field name → latest value, for fields edited here and changed elsewhere. */
  const [latest, setLatest] = useState<Readonly<Record<string, unknown>>>({});
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

/** Sends a change based on the version `ifMatch`. */
type Send<Answer> = (ifMatch: string) => Promise<Answer>;

interface Edited<Item extends Versioned> {
  readonly item: Item;
  readonly refetch: () => Promise<{ readonly data: Item | undefined }>;
  readonly valuesOf: (item: Item) => FieldValues;
}

/** Saves a form merged with changes made elsewhere. Ignores changes to fields outside the form. */
export function useMergedSave<Item extends Versioned, Out>(
  { item, refetch, valuesOf }: Edited<Item>,
  form: UseFormReturn<FieldValues, unknown, Out>,
) {
  const values = valuesOf(item);
  const merge = useMerge(item.etag, values, form);
  /** Returns undefined if the object was changed elsewhere; the change is merged for the user to review before saving again. */
  const save = async <Answer>(send: Send<Answer>) => {
    try {
      return await send(item.etag);
    } catch (error) {
      if (!isStale(error)) throw error;
      const { data: latest } = await refetch();
      if (!latest || latest.etag === item.etag) throw error;
      return isSame(valuesOf(latest), values) ? send(latest.etag) : undefined;
    }
  };
  return { ...merge, save };
}

/** Changes an object from a dialog: with the version at opening and, after that was refused, with the latest one. */
export function useConfirmedSave(get: OperationId, { name, etag }: Versioned & { readonly name: string }) {
  const client = useQueryClient();
  const [version, setVersion] = useState(etag);
  return async <Answer>(send: Send<Answer>): Promise<Answer> => {
    try {
      return await send(version);
    } catch (error) {
      if (isStale(error)) setVersion(await latestVersion());
      throw error;
    }
  };

  async function latestVersion(): Promise<string> {
    const query = queryOf(asOperation(get), { params: { name } } as AnyInput);
    return (await client.query({ ...query, staleTime: 0 })).etag;
  }
}

const isStale = (error: unknown): boolean => asFailure(error).details.reason === 'STALE';
