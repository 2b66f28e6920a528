import type { SessionConsole } from '@gpulease/contract/enums';
import { useAction } from '../ui/use-action.ts';
import { noteSignOut, useEnterSession } from '../session/session.ts';

const logoutOperations = { user: 'logout', admin: 'adminLogout' } as const;

/** Ends the session of a console; the page then asks to sign in again. */
export function useSignOut(console: SessionConsole): () => Promise<void> {
  const enter = useEnterSession(console);
  const { attempt } = useAction(logoutOperations[console]);
  return async () => {
    if (!(await attempt({}))) return;
    noteSignOut(console);
    enter({ user: null, expiresAt: null });
  };
}
