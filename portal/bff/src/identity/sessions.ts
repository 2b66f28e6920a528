/** Sessions: opaque tokens, stored hashed, with an idle timeout and an absolute lifetime. */
import type { SessionConsole } from '@gpulease/contract/enums';
import type { Kysely } from 'kysely';
import { HOUR_MS, MINUTE_MS } from '../clock.ts';
import type { Database, Row, Tables } from '../database/schema.ts';
import type { Caller } from '../http/handler.ts';
import { endPendingSignIns } from './second-factor/pending-sign-in.ts';
import { createToken, hashToken } from './tokens.ts';

/** Idle timeout and absolute lifetime of a session. */
export const sessionLimits = {
  user: { idleMs: 12 * HOUR_MS, absoluteMs: 30 * 24 * HOUR_MS },
  admin: { idleMs: 30 * MINUTE_MS, absoluteMs: 12 * HOUR_MS },
} as const satisfies Record<SessionConsole, { idleMs: number; absoluteMs: number }>;

/** Minimum interval between updates of `last_seen_at`. */
const TOUCH_MS = MINUTE_MS;

/** Creates a session. The returned token goes into the cookie and is not stored. */
export async function createSession(
  database: Kysely<Tables>,
  owner: Pick<Row<'session'>, 'user_id' | 'console' | 'address' | 'user_agent'>,
  now: Date,
) {
  const token = createToken();
  const expiresAt = new Date(now.getTime() + sessionLimits[owner.console].absoluteMs);
  const times = { created_at: now, last_seen_at: now, expires_at: expiresAt };
  await database
    .insertInto('session')
    .values({ ...owner, ...times, token_hash: hashToken(token) })
    .execute();
  return { token, expiresAt };
}

/** Returns the session of a token if it is valid and its user is active. `isActivity` extends its idle timeout. */
export async function findSession(
  database: Database,
  token: string,
  { console, isActivity }: { console: SessionConsole; isActivity: boolean },
  now: Date,
) {
  const found = await selectAlive(database, now)
    .select([
      'session.token_hash as tokenHash',
      'session.user_id as userId',
      'session.expires_at as expiresAt',
      'session.last_seen_at as lastSeenAt',
      'user_account.username',
      'user_account.role',
      'user_account.language',
      'user_account.must_change_password as mustChangePassword',
      'user_account.has_password as hasPassword',
      'user_account.second_factor_at as secondFactorAt',
    ])
    .where('session.token_hash', '=', hashToken(token))
    .where('session.console', '=', console)
    .executeTakeFirst();
  if (found && isActivity && now.getTime() - found.lastSeenAt.getTime() > TOUCH_MS) {
    await database
      .updateTable('session')
      .set({ last_seen_at: now })
      .where('token_hash', '=', found.tokenHash)
      .execute();
  }
  return found;
}

/** Returns the hashes of the sessions that are still valid, without counting as activity: for streams and consoles. */
export async function aliveSessions(database: Database, tokenHashes: readonly Buffer[], now: Date) {
  const rows = await selectAlive(database, now)
    .select('session.token_hash')
    .where('session.token_hash', 'in', tokenHashes)
    .execute();
  return rows.map(({ token_hash }) => token_hash);
}

/** Ends the caller's session. */
export async function endSession(database: Kysely<Tables>, { sessionId }: Caller): Promise<void> {
  await database.deleteFrom('session').where('token_hash', '=', Buffer.from(sessionId, 'hex')).execute();
}

/** Ends all sessions and pending sign-ins of a user, in both consoles. */
export async function endSessionsOf(database: Kysely<Tables>, userId: string): Promise<void> {
  await database.deleteFrom('session').where('user_id', '=', userId).execute();
  await endPendingSignIns(database, userId);
}

/** Ends all other sessions of the caller, and pending sign-ins. Returns the number of ended sessions. */
export async function endOtherSessionsOf(database: Kysely<Tables>, { id, sessionId }: Caller) {
  const { numDeletedRows } = await database
    .deleteFrom('session')
    .where('user_id', '=', id)
    .where('token_hash', '<>', Buffer.from(sessionId, 'hex'))
    .executeTakeFirst();
  await endPendingSignIns(database, id);
  return numDeletedRows;
}

/** Selects a user's valid sessions. */
export function sessionsOf(database: Database, userId: string, now: Date) {
  return selectAlive(database, now).selectAll('session').where('session.user_id', '=', userId);
}

/** Selects valid sessions of active users whose role matches the console. */
function selectAlive(database: Database, now: Date) {
  const idleSince = (console: SessionConsole) => new Date(now.getTime() - sessionLimits[console].idleMs);
  return database
    .selectFrom('session')
    .innerJoin('user_account', 'user_account.id', 'session.user_id')
    .where('session.expires_at', '>', now)
    .where('user_account.status', '=', 'active')
    .where((row) =>
      row.or([
        row.and([
          row('session.console', '=', 'user'),
          row('user_account.role', '=', 'USER'),
          row('session.last_seen_at', '>', idleSince('user')),
        ]),
        row.and([
          row('session.console', '=', 'admin'),
          row('user_account.role', '=', 'ADMIN'),
          row('session.last_seen_at', '>', idleSince('admin')),
        ]),
      ]),
    );
}
