import type { SessionConsole } from '@gpulease/contract/enums';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/schema.ts';
import type { Caller, Cookies } from '../http/handler.ts';
import { aliveApiTokens, findApiToken } from './api-tokens.ts';
import { mustSetUpSecondFactor } from './second-factor/must-set-up.ts';
import { aliveSessions, findSession } from './sessions.ts';

/** `requiresTwoFactorOfOperators`: operators without a second factor may only set one up. */
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
     * Returns the caller in the path's console, and whether a user session was used on an admin path. Admin paths read only
     * the admin cookie, all others only the user cookie. `isActivity` extends the session's idle timeout.
     */
    async authenticate(path: string, cookies: Cookies, isActivity: boolean) {
      const isAdminPath = path.startsWith('/admin/');
      const caller = await callerOf(isAdminPath ? 'admin' : 'user', cookies, isActivity);
      const wrongConsole = isAdminPath && !caller && (await callerOf('user', cookies, false)) !== undefined;
      return { caller, wrongConsole };
    },
    /** Returns the customer who owns an API token; undefined if the token is invalid, expired or deleted. */
    async authenticateApiToken(token: string): Promise<Caller | undefined> {
      const found = await findApiToken(database, token, clock.now());
      if (!found) return undefined;
      const { userId: id, tokenHash, username, language, expiresAt, name, scope } = found;
      const account = { id, username, role: 'USER', console: 'user', language, expiresAt } as const;
      const sessionId = tokenHash.toString('hex');
      const due = { mustChangePassword: false, mustSetUpSecondFactor: false };
      return { ...account, ...due, sessionId, apiToken: { name, scope } };
    },
    /** Returns which of these sessions and API tokens are still valid. Does not count as activity. */
    async aliveSessions(sessionIds: readonly string[]): Promise<ReadonlySet<string>> {
      const hashes = sessionIds.map((id) => Buffer.from(id, 'hex'));
      const now = clock.now();
      const sessions = await aliveSessions(database, hashes, now);
      const apiTokens = await aliveApiTokens(database, hashes, now);
      return new Set([...sessions, ...apiTokens].map((hash) => hash.toString('hex')));
    },
  };
}
