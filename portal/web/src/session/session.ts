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
  /** Whether the user has signed out. Otherwise the server knows who is signed in. */
  readonly isSignOut: boolean;
}

/** This tab uses one object to send and receive, because a channel does not receive its own messages. */
let channel: BroadcastChannel | undefined;

const tellOtherTabs = (message: SessionMessage) => channel?.postMessage(message);

export function useSession(console: SessionConsole): UseQueryResult<Session> {
  return useApi(sessionOperations[console], undefined, { staleTime: FRESH_MS });
}

/** Starts a new session, here and in the other tabs. */
export function useEnterSession(console: SessionConsole): (session: Session) => void {
  const client = useQueryClient();
  return (session) => {
    client.setQueryData(queryKey(sessionOperations[console]), session);
    tellOtherTabs({ console, isSignOut: false });
  };
}

/** Call once the user has signed out: whoever comes next finds nothing of what was loaded or typed, in any tab. */
export function useLeaveSession(console: SessionConsole): () => void {
  const client = useQueryClient();
  return () => {
    leaveSession(client, console);
    tellOtherTabs({ console, isSignOut: true });
  };
}

function leaveSession(client: QueryClient, console: SessionConsole): void {
  signedOut.add(console);
  dropDraft(console);
  client.setQueryData<Session>(queryKey(sessionOperations[console]), { user: null, expiresAt: null });
  forgetAnswers(client, console);
}

/** Reloads the session. Until the answer comes the page stays: it may be the same user, with a half-filled form. */
function askAgain(client: QueryClient, console: SessionConsole): void {
  void client.invalidateQueries({ queryKey: queryKey(sessionOperations[console]) });
}

/** Follows sign-ins and sign-outs in other tabs. */
export function useSessionOfOtherTabs(): void {
  const client = useQueryClient();
  useEffect(() => {
    const opened = new BroadcastChannel(CHANNEL);
    opened.onmessage = ({ data }: MessageEvent<SessionMessage>) =>
      data.isSignOut ? leaveSession(client, data.console) : askAgain(client, data.console);
    channel = opened;
    return () => {
      opened.close();
      channel = undefined;
    };
  }, [client]);
}

/** Reloads the session whenever the window is focused: single sign-on in another tab is not announced. */
export function useSessionAtFocus(console: SessionConsole): void {
  const client = useQueryClient();
  useEffect(() => {
    const ask = () => askAgain(client, console);
    window.addEventListener('focus', ask);
    return () => window.removeEventListener('focus', ask);
  }, [client, console]);
}

/** Consoles that the user has just signed out of. */
const signedOut = new Set<SessionConsole>();

/** The key of this tab's order that is not placed yet. */
export const WORKLOAD_DRAFT = 'workload-draft';

export function dropDraft(console: SessionConsole): void {
  if (console === 'user') dropText('sessionStorage', WORKLOAD_DRAFT);
}

/** Whether the user signed out, so that nobody has to return to the open page. */
export const hasSignedOut = (console: SessionConsole): boolean => signedOut.has(console);

/** Called by the sign-in page: from here on, pages that ask to sign in are returned to again. */
export function useForgetSignOut(console: SessionConsole): void {
  useEffect(() => void signedOut.delete(console), [console]);
}

const OPERATOR_KEY = 'operator';

export function noteOperator(): void {
  keepText('sessionStorage', OPERATOR_KEY, '1');
}

/** Whether an operator has been signed in in this tab; the session may have ended since. */
export const isOperatorsTab = (): boolean => readText('sessionStorage', OPERATOR_KEY) !== null;
