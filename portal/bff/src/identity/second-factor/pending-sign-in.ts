/** Sign-ins that were right so far and wait for the second factor: ten minutes, five tries, in the same browser. */
import type { AuditAction, SessionConsole } from '@gpulease/contract/enums';
import { sql, type Kysely } from 'kysely';
import type { Database, Tables, Transaction } from '../../database/schema.ts';
import { createToken, hashToken } from '../tokens.ts';

const LIFETIME_MS = 10 * 60_000;
const MAX_TRIES = 5;

interface NewPendingSignIn {
  readonly userId: string;
  readonly console: SessionConsole;
  /** What the sign-in is audited as. */
  readonly action: AuditAction;
  readonly device: string;
}

/** What the code of the second factor is given with. */
export interface PendingSignIn {
  readonly token: string;
  readonly expiresAt: Date;
}

export async function keepPendingSignIn(
  transaction: Transaction,
  { userId, console, action, device }: NewPendingSignIn,
  now: Date,
): Promise<PendingSignIn> {
  const token = createToken();
  const expiresAt = new Date(now.getTime() + LIFETIME_MS);
  await transaction
    .insertInto('pending_sign_in')
    .values({
      ...{ token_hash: hashToken(token), device_hash: hashToken(device) },
      ...{ user_id: userId, console, action, expires_at: expiresAt },
    })
    .execute();
  return { token, expiresAt };
}

interface Key {
  readonly token: string;
  readonly device: string;
  readonly console: SessionConsole;
}

/** Counts an attempt at once, so that a refused request cannot undo it. Undefined if the sign-in is unknown or over. */
export function tryPendingSignIn(database: Database, { token, device, console }: Key, now: Date) {
  return database
    .updateTable('pending_sign_in')
    .set({ tries: sql<number>`tries + 1` })
    .where('token_hash', '=', hashToken(token))
    .where('device_hash', '=', hashToken(device))
    .where('console', '=', console)
    .where('expires_at', '>', now)
    .where('tries', '<', MAX_TRIES)
    .returning(['user_id', 'action'])
    .executeTakeFirst();
}

/** Ends what waits for the second factor of an account. */
export async function endPendingSignIns(database: Kysely<Tables>, userId: string): Promise<void> {
  await database.deleteFrom('pending_sign_in').where('user_id', '=', userId).execute();
}
