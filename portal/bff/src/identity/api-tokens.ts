/** API tokens: what scripts call the API with in the name of a user, until they expire or somebody deletes them. */
import { API_TOKEN_PREFIX } from '@gpulease/contract/api-tokens';
import type { ApiTokenLifetime } from '@gpulease/contract/enums';
import type { ApiTokenCreation } from '@gpulease/contract/me';
import type { Kysely } from 'kysely';
import { DAY_MS, MINUTE_MS } from '../clock.ts';
import type { Database, Tables } from '../database/schema.ts';
import { createApiToken, hashToken, isApiToken } from './tokens.ts';

/** How many a user may have, expired ones included. */
export const MOST_API_TOKENS = 20;
/** For how long an expired one is still listed, so that it can be seen why a script fails. */
export const EXPIRED_API_TOKEN_MS = 30 * DAY_MS;
/** Use is written down at most this often. */
const TOUCH_MS = MINUTE_MS;

const lifetimes: Readonly<Record<ApiTokenLifetime, number | null>> = {
  DAYS_30: 30 * DAY_MS,
  DAYS_90: 90 * DAY_MS,
  DAYS_365: 365 * DAY_MS,
  UNLIMITED: null,
};

/** Makes a token, which is given once and not kept. The name must be free. */
export async function insertApiToken(
  database: Kysely<Tables>,
  { userId, name, scope, lifetime }: Omit<ApiTokenCreation, 'currentPassword'> & { readonly userId: string },
  now: Date,
) {
  const token = createApiToken();
  const milliseconds = lifetimes[lifetime];
  const row = await database
    .insertInto('api_token')
    .values({
      token_hash: hashToken(token),
      user_id: userId,
      name,
      scope,
      hint: `${API_TOKEN_PREFIX}…${token.slice(-4)}`,
      created_at: now,
      expires_at: milliseconds === null ? null : new Date(now.getTime() + milliseconds),
      last_used_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { row, token };
}

/** The token with this text, while it and its user are alive; notes that it was used. */
export async function findApiToken(database: Database, text: string, now: Date) {
  if (!isApiToken(text)) return undefined;
  const found = await selectAlive(database, now)
    .select([
      'api_token.token_hash as tokenHash',
      'api_token.name',
      'api_token.scope',
      'api_token.user_id as userId',
      'api_token.expires_at as expiresAt',
      'api_token.last_used_at as lastUsedAt',
      'user_account.username',
      'user_account.language',
    ])
    .where('api_token.token_hash', '=', hashToken(text))
    .executeTakeFirst();
  if (found) await touch(database, found, now);
  return found;
}

/** Writes the use down unless that was done within the last minute, also by a request at the same time. */
async function touch(
  database: Database,
  { tokenHash, lastUsedAt }: { readonly tokenHash: Buffer; readonly lastUsedAt: Date | null },
  now: Date,
): Promise<void> {
  const due = new Date(now.getTime() - TOUCH_MS);
  if (lastUsedAt && lastUsedAt > due) return;
  await database
    .updateTable('api_token')
    .set({ last_used_at: now })
    .where('token_hash', '=', tokenHash)
    .where((row) => row.or([row('last_used_at', 'is', null), row('last_used_at', '<=', due)]))
    .execute();
}

/** Which of these tokens still hold, without counting as use: for streams. */
export async function aliveApiTokens(database: Database, tokenHashes: readonly Buffer[], now: Date) {
  const rows = await selectAlive(database, now)
    .select('api_token.token_hash')
    .where('api_token.token_hash', 'in', tokenHashes)
    .execute();
  return rows.map(({ token_hash }) => token_hash);
}

/** Tokens that have not expired, of active customers: operators have none. */
function selectAlive(database: Database, now: Date) {
  return database
    .selectFrom('api_token')
    .innerJoin('user_account', 'user_account.id', 'api_token.user_id')
    .where((row) => row.or([row('api_token.expires_at', 'is', null), row('api_token.expires_at', '>', now)]))
    .where('user_account.status', '=', 'active')
    .where('user_account.role', '=', 'USER');
}
