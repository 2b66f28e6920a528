/** What is filled into a page's form comes through the end of a session: it is there again once the same user is back. */
import type { SessionConsole } from '@gpulease/contract/enums';
import type { Session } from '@gpulease/contract/auth';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { useLocation } from 'react-router-dom';
import { queryKey } from '../api/queries.ts';
import { sessionOperations, useSession } from './session.ts';

const STORAGE_KEY = 'kept-form';

interface Whose {
  readonly user: string;
  readonly path: string;
}

interface KeptForm extends Whose {
  readonly values: FieldValues;
}

/** Keeps what was changed in the form of this page while it is gone for want of a session. For forms without secrets. */
export function useKeptForm<In extends FieldValues, Out>(
  { getValues, setValue }: UseFormReturn<In, unknown, Out>,
  console: SessionConsole,
): void {
  const client = useQueryClient();
  const { pathname: path } = useLocation();
  const [user] = useState(useSession(console).data?.user?.username ?? '');
  const [initial] = useState(() => JSON.stringify(getValues()));
  useEffect(() => {
    for (const [name, value] of Object.entries(takeKept({ user, path })))
      setValue(name as Path<In>, value as PathValue<In, Path<In>>, { shouldDirty: true });
    return () => {
      if (isSessionLost(client, console)) keep({ user, path, values: changed(initial, getValues()) });
    };
  }, [client, console, user, path, initial, getValues, setValue]);
}

/** Whether nobody is signed in to a console any more. */
function isSessionLost(client: QueryClient, console: SessionConsole): boolean {
  return client.getQueryData<Session>(queryKey(sessionOperations[console]))?.user === null;
}

/** Fields with other values than at the beginning. */
function changed(initial: string, values: FieldValues): FieldValues {
  const before = JSON.parse(initial) as FieldValues;
  const isChanged = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(before[name]);
  return Object.fromEntries<unknown>(Object.entries(values).filter(isChanged));
}

function keep(form: KeptForm): void {
  if (Object.keys(form.values).length > 0) sessionStorage.setItem(STORAGE_KEY, JSON.stringify(form));
}

/** The values that were kept for a user's page, once. Those of somebody else are dropped. */
function takeKept({ user, path }: Whose): FieldValues {
  const kept = read();
  if (kept?.user === user && kept.path !== path) return {};
  sessionStorage.removeItem(STORAGE_KEY);
  return kept?.user === user ? (kept.values ?? {}) : {};
}

function read(): Partial<KeptForm> | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? 'null') as Partial<KeptForm> | null;
    return kept ?? undefined;
  } catch {
    return undefined;
  }
}
