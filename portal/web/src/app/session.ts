import type { SessionConsole } from '@gpulease/contract/enums';
import type { Session } from '@gpulease/contract/auth';
import { useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { queryKey, useApi } from '../api/queries.ts';

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

/** Asks who is signed in now when another tab says that this has changed. */
export function useSessionOfOtherTabs(): void {
  const client = useQueryClient();
  useEffect(() => {
    const opened = new BroadcastChannel(CHANNEL);
    opened.onmessage = ({ data }: MessageEvent<SessionConsole>) =>
      void client.resetQueries({ queryKey: queryKey(sessionOperations[data]) });
    channel = opened;
    return () => {
      opened.close();
      channel = undefined;
    };
  }, [client]);
}
