import type { OperationId } from '@gpulease/contract/endpoints';
import type { Answer } from '@gpulease/contract/routes';
import {
  keepPreviousData,
  MutationCache,
  QueryCache,
  QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import { call, type CallInput, type Input } from './client.ts';
import { asFailure, type Failure } from './failure.ts';

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: Failure;
  }
}

/** The key of a query: its operation, then its input. Invalidating `[operation]` refreshes all its inputs. */
export function queryKey<Id extends OperationId>(operation: Id, input?: CallInput<Id>) {
  return input === undefined ? ([operation] as const) : ([operation, input] as const);
}

const MAX_RETRIES = 2;

/** Everything the server told us. Retries only what may work the second time. */
export function createQueryClient(): QueryClient {
  const noticeEndOfSession = (error: Failure) => {
    if (error.code === 'INVALID_JWT_TOKEN' || error.code === 'USER_DISABLED') {
      void client.invalidateQueries({ queryKey: queryKey('getSession') });
      void client.invalidateQueries({ queryKey: queryKey('getAdminSession') });
    }
  };
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: noticeEndOfSession }),
    mutationCache: new MutationCache({ onError: noticeEndOfSession }),
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        retry: (count, error) => count < MAX_RETRIES && isPassing(asFailure(error)),
      },
    },
  });
  return client;
}

function isPassing(failure: Failure): boolean {
  return failure.code === 'NETWORK_ERROR' || failure.code === 'SERVER_ERROR';
}

export interface QueryOptions {
  readonly enabled?: boolean;
  /** Milliseconds for which an answer counts as fresh. */
  readonly staleTime?: number;
  /** Milliseconds between refreshes, where no event announces changes. */
  readonly refetchInterval?: number;
  /** Keep showing the answer for the input before while the new one is loading. */
  readonly keepPrevious?: boolean;
}

/** Reads an operation; its answer is shared and kept fresh by live events. */
export function useApi<Id extends OperationId>(
  operation: Id,
  input?: CallInput<Id>,
  { keepPrevious, ...options }: QueryOptions & { readonly select?: (answer: Answer<Id>) => Answer<Id> } = {},
): UseQueryResult<Answer<Id>> {
  return useQuery<Answer<Id>>({
    queryKey: queryKey(operation, input),
    queryFn: () => call(operation, ...([input] as Input<Id>)),
    ...(keepPrevious && { placeholderData: keepPreviousData }),
    ...options,
  });
}

/** Calls an operation that changes something, then refreshes what the change touches. */
export function useAction<Id extends OperationId>(
  operation: Id,
  refreshes: readonly OperationId[] = [],
): UseMutationResult<Answer<Id>, Failure, CallInput<Id>> {
  const client = useQueryClient();
  return useMutation<Answer<Id>, Failure, CallInput<Id>>({
    mutationFn: (input) => call(operation, ...([input] as Input<Id>)),
    onSuccess: () => {
      for (const refreshed of refreshes) void client.invalidateQueries({ queryKey: queryKey(refreshed) });
    },
  });
}
