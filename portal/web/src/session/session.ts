import type { SessionConsole } from '@gpulease/contract/enums';
import type { Session } from '@gpulease/contract/auth';
import { useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { queryKey, useApi } from '../api/queries.ts';
import { dropText, keepText, readText } from '../platform/storage.ts';

export const sessionOperations = { user: 'getSession', admin: 'getAdminSession' } as const;

const FRESH_MS = 60_000;

/** Tabs tell each other by this channel that somebody signed in or out. */
const CHANNEL = 'gpulease-session';

/** The one of this tab, to hear and to tell: it does not hear itself, as a second one of the same tab would. */
let channel: BroadcastChannel | undefined;

/** Who is signed in to a console. */
export function useSession(console: SessionConsole): UseQueryResult<Session> {
  return useApi(sessionOperations[console], undefined, { staleTime: FRESH_MS });
}

/** Takes over a new session, here and in the other tabs. */
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
 * Asks who is signed in now when another tab says that this has changed. What is shown stays until that is known: it may be
 * the same user, with a form half filled in.
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

/** Consoles that were just signed out of by choice. */
const signedOut = new Set<SessionConsole>();

/** Where this tab keeps what was filled in on a page while the session is lost. */
export const KEPT_VALUES = 'kept-values';
/** Where this tab keeps an order that is not placed yet. */
export const WORKLOAD_DRAFT = 'workload-draft';

/** Call before a session ends by choice: whoever comes next to this tab finds nothing of what was typed. */
export function noteSignOut(console: SessionConsole): void {
  signedOut.add(console);
  dropText('sessionStorage', KEPT_VALUES);
  if (console === 'user') dropText('sessionStorage', WORKLOAD_DRAFT);
}

/** Whether the session ended by choice and was not lost: nobody has to come back to the page that was open. */
export function hasSignedOut(console: SessionConsole): boolean {
  return signedOut.has(console);
}

/** For the sign-in page: the next page that asks to sign in is one to come back to. */
export function useForgetSignOut(console: SessionConsole): void {
  useEffect(() => void signedOut.delete(console), [console]);
}

const OPERATOR_KEY = 'operator';

/** Call when an operator is seen in this tab. */
export function noteOperator(): void {
  keepText('sessionStorage', OPERATOR_KEY, '1');
}

/** Whether this tab is an operator's, whose session may have ended since. */
export function isOperatorsTab(): boolean {
  return readText('sessionStorage', OPERATOR_KEY) !== null;
}
