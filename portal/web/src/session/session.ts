import type { SessionConsole } from '@gpulease/contract/enums';
import type { Session } from '@gpulease/contract/auth';
import { useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { queryKey, useApi } from '../api/queries.ts';
import { dropText, keepText, readText } from '../platform/storage.ts';

export const sessionOperations = { user: 'getSession', admin: 'getAdminSession' } as const;

const FRESH_MS = 60_000;

/** Tabs announce sign-ins and sign-outs to each other on this channel. */
const CHANNEL = 'gpulease-session';

/** This tab uses one object to send and receive, because a channel does not receive its own messages. */
let channel: BroadcastChannel | undefined;

/** Who is signed in to a console. */
export function useSession(console: SessionConsole): UseQueryResult<Session> {
  return useApi(sessionOperations[console], undefined, { staleTime: FRESH_MS });
}

/** Starts a new session, here and in the other tabs. */
export function useEnterSession(console: SessionConsole): (session: Session) => void {
  const client = useQueryClient();
  return useCallback(
    (session) => {
      client.setQueryData(queryKey(sessionOperations[console]), session);
      channel?.postMessage(console);
    },
    [client, console],
  );
}

/**
 * Reloads the session when another tab announces a change. Until the answer comes the page stays: it may be the same
 * user, with a half-filled form.
 */
export function useSessionOfOtherTabs(): void {
  const client = useQueryClient();
  useEffect(() => {
    const opened = new BroadcastChannel(CHANNEL);
    opened.onmessage = ({ data }: MessageEvent<SessionConsole>) =>
      void client.invalidateQueries({ queryKey: queryKey(sessionOperations[data]) });
    channel = opened;
    return () => {
      opened.close();
      channel = undefined;
    };
  }, [client]);
}

/** Consoles that the user has just signed out of. */
const signedOut = new Set<SessionConsole>();

/** Where this tab keeps what was filled in on a page while the session is lost. */
export const KEPT_VALUES = 'kept-values';
/** The key of this tab's order that is not placed yet. */
export const WORKLOAD_DRAFT = 'workload-draft';

/** Call before the user signs out: whoever uses this tab next finds nothing of what was typed. */
export function noteSignOut(console: SessionConsole): void {
  signedOut.add(console);
  dropText('sessionStorage', KEPT_VALUES);
  if (console === 'user') dropText('sessionStorage', WORKLOAD_DRAFT);
}

/** Whether the user signed out, so that nobody has to return to the open page. */
export function hasSignedOut(console: SessionConsole): boolean {
  return signedOut.has(console);
}

/** Called by the sign-in page: from here on, pages that ask to sign in are returned to again. */
export function useForgetSignOut(console: SessionConsole): void {
  useEffect(() => void signedOut.delete(console), [console]);
}

const OPERATOR_KEY = 'operator';

/** Call when an operator is signed in in this tab. */
export function noteOperator(): void {
  keepText('sessionStorage', OPERATOR_KEY, '1');
}

/** Whether an operator has been signed in in this tab; the session may have ended since. */
export function isOperatorsTab(): boolean {
  return readText('sessionStorage', OPERATOR_KEY) !== null;
}
