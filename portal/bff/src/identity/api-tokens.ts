/** API tokens: let scripts call the API on behalf of a user until they expire or are deleted. */
import { API_TOKEN_PREFIX } from '@gpulease/contract/api-tokens';
import type { ApiTokenLifetime } from '@gpulease/contract/enums';
import type { ApiTokenCreation } from '@gpulease/contract/me';
import type { Kysely } from 'kysely';
import { DAY_MS, MINUTE_MS } from '../clock.ts';
import type { Database, Tables } from '../database/schema.ts';
import { createApiToken, hashToken, isApiToken } from './tokens.ts';

/** Maximum API tokens per user, including expired ones. */
export const MOST_API_TOKENS = 20;
/** How long an expired token stays listed, so that users can see why a script fails. */
export const EXPIRED_API_TOKEN_MS = 30 * DAY_MS;
/** Minimum interval between updates of `last_used_at`. */
const TOUCH_MS = MINUTE_MS;

const lifetimes: Readonly<Record<ApiTokenLifetime, number | null>> = {
  DAYS_30: 30 * DAY_MS,
  DAYS_90: 90 * DAY_MS,
  DAYS_365: 365 * DAY_MS,
  UNLIMITED: null,
};

/** Creates a token and returns its text, which is not stored. The name must be free. */
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

/** Returns the token with this text if it is unexpired and its user is active; records the use. */
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

/** Records the use unless this or a concurrent request did so within the last minute. */
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

/** Returns the hashes of the tokens that are still valid, without counting as use: for streams. */
export async function aliveApiTokens(database: Database, tokenHashes: readonly Buffer[], now: Date) {
  const rows = await selectAlive(database, now)
    .select('api_token.token_hash')
    .where('api_token.token_hash', 'in', tokenHashes)
    .execute();
  return rows.map(({ token_hash }) => token_hash);
}

/** Selects unexpired tokens of active customers. Operators have no tokens. */
function selectAlive(database: Database, now: Date) {
  return database
    .selectFrom('api_token')
    .innerJoin('user_account', 'user_account.id', 'api_token.user_id')
    .where((row) => row.or([row('api_token.expires_at', 'is', null), row('api_token.expires_at', '>', now)]))
    .where('user_account.status', '=', 'active')
    .where('user_account.role', '=', 'USER');
}
