/** Sign-ins that await the second factor: ten minutes, five tries, in the same browser. */
import type { SessionConsole } from '@gpulease/contract/enums';
import { sql, type Kysely } from 'kysely';
import type { Database, Row, Tables, Transaction } from '../../database/schema.ts';
import { createToken, hashToken } from '../tokens.ts';

const LIFETIME_MS = 10 * 60_000;
const MAX_TRIES = 5;

/** Identifies the sign-in when the second-factor code is submitted. */
export interface PendingSignIn {
  readonly token: string;
  readonly expiresAt: Date;
}

/** Stores a pending sign-in. `owner.action` is its action in the audit log. */
export async function keepPendingSignIn(
  transaction: Transaction,
  owner: Pick<Row<'pending_sign_in'>, 'user_id' | 'console' | 'action'> & { readonly device_hash: Buffer },
  now: Date,
): Promise<PendingSignIn> {
  const token = createToken();
  const expiresAt = new Date(now.getTime() + LIFETIME_MS);
  await transaction
    .insertInto('pending_sign_in')
    .values({ ...owner, token_hash: hashToken(token), expires_at: expiresAt })
    .execute();
  return { token, expiresAt };
}

/** Counts and commits a try, so that a refused request cannot roll it back. Undefined if unknown, expired or out of tries. */
export function tryPendingSignIn(
  database: Database,
  key: { readonly token: string; readonly device: string; readonly console: SessionConsole },
  now: Date,
) {
  return database
    .updateTable('pending_sign_in')
    .set({ tries: sql<number>`tries + 1` })
    .where('token_hash', '=', hashToken(key.token))
    .where('device_hash', '=', hashToken(key.device))
    .where('console', '=', key.console)
    .where('expires_at', '>', now)
    .where('tries', '<', MAX_TRIES)
    .returning(['user_id', 'action'])
    .executeTakeFirst();
}

/** Deletes an account's pending sign-ins. */
export async function endPendingSignIns(database: Kysely<Tables>, userId: string): Promise<void> {
  await database.deleteFrom('pending_sign_in').where('user_id', '=', userId).execute();
}
