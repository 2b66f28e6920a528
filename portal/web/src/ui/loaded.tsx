import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Failure } from '../api/failure.ts';
import { FailureState } from './errors/failure-state.tsx';
import { LoadingPage } from './loading.tsx';

/** A query to wait for, or several combined. */
export interface Loading<T> {
  readonly data: T | undefined;
  readonly error: Failure | null;
  readonly refetch: () => unknown;
}

interface LoadedProps<T> {
  readonly query: Loading<T>;
  /** Shown while loading; by default a large spinner. */
  readonly skeleton?: ReactNode;
  /** Shown if the object does not exist; by default the failure. */
  readonly missing?: ReactNode;
  readonly children: (data: T) => ReactNode;
}

/** Shows the loaded data, the failure or a spinner. Loaded data stays if a refresh fails. */
export function Loaded<T>({ query, skeleton, missing, children }: LoadedProps<T>) {
  const { data, error, refetch } = query;
  if (error?.code === 'RESOURCE_NOT_FOUND' && missing) return missing;
  if (data !== undefined) return children(data);
  if (error) return <FailureState failure={error} onRetry={() => void refetch()} />;
  return skeleton ?? <LoadingPage />;
}

type Queries = Readonly<Record<string, Pick<UseQueryResult, 'data' | 'error' | 'refetch'>>>;
type AnswersOf<Q extends Queries> = { readonly [Name in keyof Q]: Exclude<Q[Name]['data'], undefined> };

/** Combines queries into one that is loaded when all of them are. */
export function allOf<Q extends Queries>(queries: Q): Loading<AnswersOf<Q>> {
  const open = Object.values(queries).filter(({ data }) => data === undefined);
  const answers = Object.entries(queries).map(([name, { data }]) => [name, data]);
  return {
    data: open.length === 0 ? (Object.fromEntries(answers) as AnswersOf<Q>) : undefined,
    error: open.find(({ error }) => error)?.error ?? null,
    refetch: () => open.map(({ refetch }) => void refetch()),
  };
}
