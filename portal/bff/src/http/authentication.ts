import type { Caller, Cookies } from './handler.ts';
import type { RequestState } from './mount.ts';

/** Finds the caller of a request from its session cookies or its API token. */
export interface Authentication {
  /** `isActivity` keeps the session from ending for lack of activity. The caller of the console that the path belongs to, and whether a user session was used on an admin path. */
  authenticate(
    path: string,
    cookies: Cookies,
    isActivity: boolean,
  ): Promise<Pick<RequestState, 'caller' | 'wrongConsole'>>;
  /** The customer that an API token speaks for; undefined where it is none, has expired or was deleted. */
  authenticateApiToken(token: string): Promise<Caller | undefined>;
  /** Which of these sessions and API tokens still hold; does not count as activity. */
  aliveSessions(sessionIds: readonly string[]): Promise<ReadonlySet<string>>;
}
