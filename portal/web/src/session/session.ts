import type { SessionConsole } from '@gpulease/contract/enums';
import type { Session } from '@gpulease/contract/auth';
import { useQueryClient, type QueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryKey, useApi } from '../api/queries.ts';
import { forgetAnswers } from '../api/users.ts';
import { dropText, keepText, readText } from '../browser/storage.ts';

export const sessionOperations = { user: 'getSession', admin: 'getAdminSession' } as const;

const FRESH_MS = 60_000;

/** Tabs announce sign-ins and sign-outs to each other on this channel. */
const CHANNEL = 'gpulease-session';

interface SessionMessage {
  readonly console: SessionConsole;
  /** Whether the user signed out. If not, the tabs ask the server who is signed in. */
  readonly isSignOut: boolean;
}

/** One object both sends and receives, because a channel does not receive its own messages. */
let channel: BroadcastChannel | undefined;

const notifyOtherTabs = (message: SessionMessage) => channel?.postMessage(message);

export function useSession(console: SessionConsole): UseQueryResult<Session> {
  return useApi(sessionOperations[console], undefined, { staleTime: FRESH_MS });
}

/** Starts a new session, here and in the other tabs. */
export function useEnterSession(console: SessionConsole): (session: Session) => void {
  const client = useQueryClient();
  return (session) => {
    client.setQueryData(queryKey(sessionOperations[console]), session);
    notifyOtherTabs({ console, isSignOut: false });
  };
}

/** Call after a sign-out: clears loaded data and typed input in all tabs, so that the next user finds none. */
export function useLeaveSession(console: SessionConsole): () => void {
  const client = useQueryClient();
  return () => {
    leaveSession(client, console);
    notifyOtherTabs({ console, isSignOut: true });
  };
}

function leaveSession(client: QueryClient, console: SessionConsole): void {
  signedOut.add(console);
  dropDraft(console);
  client.setQueryData<Session>(queryKey(sessionOperations[console]), { user: null, expiresAt: null });
  forgetAnswers(client, console);
}

/** Reloads the session. The page stays until the answer: it may be the same user, with a half-filled form. */
function refetchSession(client: QueryClient, console: SessionConsole): void {
  void client.invalidateQueries({ queryKey: queryKey(sessionOperations[console]) });
}

/** Follows sign-ins and sign-outs in other tabs. */
export function useSessionOfOtherTabs(): void {
  const client = useQueryClient();
  useEffect(() => {
    const opened = new BroadcastChannel(CHANNEL);
    opened.onmessage = ({ data }: MessageEvent<SessionMessage>) =>
      data.isSignOut ? leaveSession(client, data.console) : refetchSession(client, data.console);
    channel = opened;
    return () => {
      opened.close();
      channel = undefined;
    };
  }, [client]);
}

/** Reloads the session when the window gets the focus: single sign-on in another tab is not announced. */
export function useSessionAtFocus(console: SessionConsole): void {
  const client = useQueryClient();
  useEffect(() => {
    const ask = () => refetchSession(client, console);
    window.addEventListener('focus', ask);
    return () => window.removeEventListener('focus', ask);
  }, [client, console]);
}

/** Consoles that the user has just signed out of. */
const signedOut = new Set<SessionConsole>();

/** Storage key of this tab's unfinished order. */
export const WORKLOAD_DRAFT = 'workload-draft';

export function dropDraft(console: SessionConsole): void {
  if (console === 'user') dropText('sessionStorage', WORKLOAD_DRAFT);
}

/** Whether the user signed out. The next sign-in then does not return to the open page. */
export const hasSignedOut = (console: SessionConsole): boolean => signedOut.has(console);

/** Forgets the sign-out. Called by the sign-in page: from now on, sign-ins return to the requesting page again. */
export function useForgetSignOut(console: SessionConsole): void {
  useEffect(() => void signedOut.delete(console), [console]);
}

const OPERATOR_KEY = 'operator';

export function noteOperator(): void {
  keepText('sessionStorage', OPERATOR_KEY, '1');
}

/** Whether an operator has used this tab; the session may have ended since. */
export const isOperatorsTab = (): boolean => readText('sessionStorage', OPERATOR_KEY) !== null;
