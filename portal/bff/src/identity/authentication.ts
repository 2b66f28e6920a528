import type { SessionConsole } from '@gpulease/contract/enums';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/schema.ts';
import type { Caller, Cookies } from '../http/handler.ts';
import { aliveApiTokens, findApiToken } from './api-tokens.ts';
import { mustSetUpSecondFactor } from './second-factor/must-set-up.ts';
import { aliveSessions, findSession } from './sessions.ts';

/** `requiresTwoFactorOfOperators`: those without a second factor may only turn it on. */
interface Parts {
  readonly database: Database;
  readonly clock: Clock;
  readonly requiresTwoFactorOfOperators: boolean;
}

export type Authentication = ReturnType<typeof createAuthentication>;

/** Identifies the caller of a request by session cookies or API token. */
export function createAuthentication({ database, clock, requiresTwoFactorOfOperators }: Parts) {
  const callerOf = async (
    console: SessionConsole,
    cookies: Cookies,
    isActivity: boolean,
  ): Promise<Caller | undefined> => {
    const token = cookies.get(console);
    const session = token
      ? await findSession(database, token, { console, isActivity }, clock.now())
      : undefined;
    if (!session) return undefined;
    const { userId: id, tokenHash, username, role, language, expiresAt, mustChangePassword } = session;
    const sessionId = tokenHash.toString('hex');
    const due = requiresTwoFactorOfOperators && mustSetUpSecondFactor(session);
    const account = { id, username, role, console, language, mustChangePassword };
    return { ...account, mustSetUpSecondFactor: due, sessionId, expiresAt };
  };
  return {
    /**
     * The caller of the console that the path belongs to, and whether a user session was used on an admin path: admin paths
     * read only the admin cookie, all others only the user's. `isActivity` keeps the session from ending for lack of activity.
     */
    async authenticate(path: string, cookies: Cookies, isActivity: boolean) {
      const isAdminPath = path.startsWith('/admin/');
      const caller = await callerOf(isAdminPath ? 'admin' : 'user', cookies, isActivity);
      const wrongConsole = isAdminPath && !caller && (await callerOf('user', cookies, false)) !== undefined;
      return { caller, wrongConsole };
    },
    /** The customer that an API token speaks for; undefined where it is none, has expired or was deleted. */
    async authenticateApiToken(token: string): Promise<Caller | undefined> {
      const found = await findApiToken(database, token, clock.now());
      if (!found) return undefined;
      const { userId: id, tokenHash, username, language, expiresAt, name, scope } = found;
      const account = { id, username, role: 'USER', console: 'user', language, expiresAt } as const;
      const sessionId = tokenHash.toString('hex');
      const due = { mustChangePassword: false, mustSetUpSecondFactor: false };
      return { ...account, ...due, sessionId, apiToken: { name, scope } };
    },
    /** Which of these sessions and API tokens still hold; does not count as activity. */
    async aliveSessions(sessionIds: readonly string[]): Promise<ReadonlySet<string>> {
      const hashes = sessionIds.map((id) => Buffer.from(id, 'hex'));
      const now = clock.now();
      const sessions = await aliveSessions(database, hashes, now);
      const apiTokens = await aliveApiTokens(database, hashes, now);
      return new Set([...sessions, ...apiTokens].map((hash) => hash.toString('hex')));
    },
  };
}
