import type { SessionConsole } from '@gpulease/contract/enums';
import type { Session } from '@gpulease/contract/auth';
import { useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useCallback } from 'react';
import { queryKey, useAction, useApi } from '../api/queries.ts';

const sessionOperations = { user: 'getSession', admin: 'getAdminSession' } as const;
const logoutOperations = { user: 'logout', admin: 'adminLogout' } as const;

const FRESH_MS = 60_000;

/** Who is signed in to a console. */
export function useSession(console: SessionConsole): UseQueryResult<Session> {
  return useApi(sessionOperations[console], undefined, { staleTime: FRESH_MS });
}

/** Takes over a new session, and forgets everything that was loaded for another. */
export function useEnterSession(console: SessionConsole): (session: Session) => void {
  const client = useQueryClient();
  return useCallback(
    (session) => {
      client.removeQueries({ predicate: ({ queryKey: [operation] }) => !isKept(operation) });
      client.setQueryData(queryKey(sessionOperations[console]), session);
    },
    [client, console],
  );
}

/** Ends the session of a console; the page then asks to sign in again. */
export function useSignOut(console: SessionConsole): () => void {
  const enter = useEnterSession(console);
  const { mutate } = useAction(logoutOperations[console]);
  return () => mutate({}, { onSuccess: () => enter({ user: null, expiresAt: null }) });
}

function isKept(operation: unknown): boolean {
  return operation === 'getConfig' || operation === 'getSession' || operation === 'getAdminSession';
}
