/** Sign-ins that were right so far and wait for the second factor: ten minutes, five tries, in the same browser. */
import type { SessionConsole } from '@gpulease/contract/enums';
import { sql, type Kysely } from 'kysely';
import type { Database, Row, Tables, Transaction } from '../../database/schema.ts';
import { createToken, hashToken } from '../tokens.ts';

const LIFETIME_MS = 10 * 60_000;
const MAX_TRIES = 5;

/** What the code of the second factor is given with. */
export interface PendingSignIn {
  readonly token: string;
  readonly expiresAt: Date;
}

/** `owner.action`: what the sign-in is audited as. */
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

/** Counts an attempt at once, so that a refused request cannot undo it. Undefined if the sign-in is unknown or over. */
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

/** Ends what waits for the second factor of an account. */
export async function endPendingSignIns(database: Kysely<Tables>, userId: string): Promise<void> {
  await database.deleteFrom('pending_sign_in').where('user_id', '=', userId).execute();
}
