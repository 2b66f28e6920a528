import type { Session } from '@gpulease/contract/auth';
import type { OperationId } from '@gpulease/contract/endpoints';
import type { Answer } from '@gpulease/contract/routes';
import {
  keepPreviousData,
  MutationCache,
  QueryCache,
  QueryClient,
  useQuery,
  type Query,
  type UseQueryResult,
} from '@tanstack/react-query';
import { call, type CallInput } from './client.ts';
import { asFailure, type Failure } from './failure.ts';
import { watchUsers } from './users.ts';
import { keepNewer } from './versions.ts';

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: Failure;
  }
}

/** Returns a query key: the operation, then its input. Invalidating `[operation]` refreshes it for all inputs. */
export function queryKey<Id extends OperationId>(operation: Id, input?: CallInput<Id>) {
  return input === undefined ? ([operation] as const) : ([operation, input] as const);
}

const MAX_RETRIES = 2;

/** An operator whose session has ended gets PERMISSION_DENIED if they are also signed in as a customer. */
const endsOfSession = new Set<Failure['code']>(['INVALID_JWT_TOKEN', 'USER_DISABLED', 'PERMISSION_DENIED']);

/** Whether the cached session has a user. Without one, refused calls carry no news about the session. */
const hasUser = ({ state }: Query) => (state.data as Session | undefined)?.user != null;

/** Creates the cache of the server's answers. It retries only calls that may succeed on a second try. */
export function createQueryClient(): QueryClient {
  const noticeEndOfSession = (error: Failure) => {
    if (!endsOfSession.has(error.code)) return;
    for (const operation of ['getSession', 'getAdminSession'] as const)
      void client.invalidateQueries({ queryKey: queryKey(operation), predicate: hasUser });
  };
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: noticeEndOfSession }),
    mutationCache: new MutationCache({ onError: noticeEndOfSession }),
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        // Offline, a call fails immediately; by default it would wait silently and be sent later.
        networkMode: 'always',
        refetchOnReconnect: true,
        structuralSharing: keepNewer,
        retry: (count, error) => count < MAX_RETRIES && isPassing(asFailure(error)),
      },
      mutations: { networkMode: 'always' },
    },
  });
  watchUsers(client);
  return client;
}

/** Whether a retry may succeed. Timeouts are reported instead: a retry would double the wait. */
function isPassing({ code, status }: Failure): boolean {
  return code === 'NETWORK_ERROR' || (code === 'SERVER_ERROR' && status > 0);
}

export interface QueryOptions<T> {
  readonly enabled?: boolean;
  /** Milliseconds during which an answer counts as fresh. */
  readonly staleTime?: number;
  /** Milliseconds between refreshes, for data without live events. */
  readonly refetchInterval?: number | ((answer: T | undefined) => number | false);
  /** Keeps showing the previous input's answer while the new one loads. */
  readonly keepPrevious?: boolean;
}

/** Reads an operation; its answer is shared and kept fresh by live events. */
export function useApi<Id extends OperationId>(
  operation: Id,
  input?: CallInput<Id>,
  {
    keepPrevious,
    refetchInterval,
    ...options
  }: QueryOptions<Answer<Id>> & { readonly select?: (answer: Answer<Id>) => Answer<Id> } = {},
): UseQueryResult<Answer<Id>> {
  return useQuery<Answer<Id>>({
    ...queryOf(operation, input),
    ...(keepPrevious && { placeholderData: keepPreviousData }),
    ...(refetchInterval !== undefined && {
      refetchInterval:
        typeof refetchInterval === 'number' ? refetchInterval : ({ state }) => refetchInterval(state.data),
    }),
    ...options,
  });
}

/** Returns the query of an operation, for hooks and for preloading. */
export function queryOf<Id extends OperationId>(operation: Id, input?: CallInput<Id>) {
  return {
    queryKey: queryKey(operation, input),
    queryFn: ({ signal }: { readonly signal: AbortSignal }): Promise<Answer<Id>> =>
      call<OperationId>(operation, input as CallInput<OperationId>, { signal }) as Promise<Answer<Id>>,
  };
}
