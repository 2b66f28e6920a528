/** Saves of what somebody else may have changed meanwhile: it is read again, and nobody has to begin anew. */
import type { OperationId } from '@gpulease/contract/endpoints';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { asFailure } from '../../api/failure.ts';
import { queryOf } from '../../api/queries.ts';
import { asOperation, type AnyInput } from '../../api/any-operation.ts';
import { isSame } from './merge.ts';
import { useMerge, type Merge } from './use-merge.ts';

interface Named {
  readonly name: string;
}

interface Versioned {
  readonly etag: string;
}

/** A change that is sent under a version. */
type Send<Answer> = (ifMatch: string) => Promise<Answer>;

interface Edited<Item extends Versioned> {
  readonly item: Item;
  readonly refetch: () => Promise<{ readonly data: Item | undefined }>;
  /** What of the item is in the form. */
  readonly valuesOf: (item: Item) => FieldValues;
}

interface MergedSave extends Merge {
  /** Answers nothing where the form has changed elsewhere; it is merged and to be looked at before it is saved again. */
  readonly save: <Answer>(send: Send<Answer>) => Promise<Answer | undefined>;
}

/** How a form saves what it shows, merged with changes made elsewhere; what else has changed of the item is no matter. */
export function useMergedSave<Item extends Versioned, Out>(
  { item, refetch, valuesOf }: Edited<Item>,
  form: UseFormReturn<FieldValues, unknown, Out>,
): MergedSave {
  const values = valuesOf(item);
  const merge = useMerge(item.etag, values, form);
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

/** How a dialog changes an object: under the version it was opened for and, once that was refused, under the latest one. */
export function useConfirmedSave(get: OperationId, { name, etag }: Named & Versioned) {
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

function isStale(error: unknown): boolean {
  return asFailure(error).details.reason === 'STALE';
}
