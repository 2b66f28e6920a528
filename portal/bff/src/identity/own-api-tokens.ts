/** API tokens of an account: listing, creation and deletion by its owner and by operators. */
import type { Page } from '@gpulease/contract/common';
import type { ApiToken, ApiTokenCreated, ApiTokenCreation } from '@gpulease/contract/me';
import type { Query } from '@gpulease/contract/routes';
import { sql } from 'kysely';
import { withTransaction } from '../database/database.ts';
import { mapPage, selectPage } from '../lists/page.ts';
import type { Row, Transaction } from '../database/schema.ts';
import { orEarliest } from '../lists/sorting.ts';
import type { CallerContext } from '../http/handler.ts';
import { ProductError } from '../http/product-error.ts';
import { insertApiToken, MOST_API_TOKENS } from './api-tokens.ts';
import { audit } from '../audit/audit.ts';
import { refuseMore, takenName } from './named-credentials.ts';
import { actOf } from './origin.ts';
import { holdSession, proveOwner } from './prove-owner.ts';
import type { IdentityServices } from './services.ts';

/** Returns one page of a user's tokens, including expired ones, newest first. */
export async function listApiTokens(
  { database }: IdentityServices,
  userId: string,
  query: Query<'listApiTokens'>,
): Promise<Page<ApiToken>> {
  const select = database.selectFrom('api_token').selectAll().where('user_id', '=', userId);
  const page = await selectPage(database, select, query, {
    defaultSort: '-createdAt',
    fields: {
      createdAt: sql.ref('created_at'),
      name: sql.ref('name'),
      expiresAt: orEarliest(sql.ref('expires_at')),
      lastUsedAt: orEarliest(sql.ref('last_used_at')),
    },
    unique: [sql.ref('name')],
  });
  return mapPage(page, toApiToken);
}

/**
 * Creates a token for the caller and notifies the account, since the token outlives the session. Throws NAME_TAKEN, QUOTA,
 * and like `proveOwner` and `holdSession`.
 */
export async function createOwnApiToken(
  services: IdentityServices,
  { currentPassword, ...creation }: ApiTokenCreation,
  context: CallerContext,
): Promise<ApiTokenCreated> {
  const { caller } = context;
  await proveOwner(services, caller, currentPassword);
  const act = actOf(services, context, { details: creation });
  const { row, token } = await withTransaction(services.database, async (transaction) => {
    await holdSession(transaction, caller);
    await refuseMore(transaction, caller.id, { table: 'api_token', most: MOST_API_TOKENS });
    const wanted = { userId: caller.id, ...creation };
    const made = await insertApiToken(transaction, wanted, act.at).catch(takenName);
    await audit(transaction, 'CREATE_API_TOKEN', act);
    const news = { userId: caller.id, kind: 'API_TOKEN_CREATED', apiToken: creation.name } as const;
    await services.notifyOfAccount(transaction, { ...news, key: made.row.token_hash.toString('hex') });
    return made;
  });
  return { ...toApiToken(row), token };
}

/** Deletes one of the caller's tokens. Throws RESOURCE_NOT_FOUND. */
export async function deleteOwnApiToken(
  services: IdentityServices,
  name: string,
  context: CallerContext,
): Promise<void> {
  await withTransaction(services.database, async (transaction) => {
    await deleteApiTokens(transaction, context.caller.id, name);
    await audit(transaction, 'DELETE_API_TOKEN', actOf(services, context, { details: { name } }));
  });
}

/** Deletes one or all tokens of an account for an operator, who states a reason. Throws RESOURCE_NOT_FOUND for an unknown name. */
export async function revokeApiTokens(
  services: IdentityServices,
  { id, username: subject }: Row<'user_account'>,
  details: { readonly name?: string | undefined; readonly reason: string },
  context: CallerContext,
): Promise<void> {
  await withTransaction(services.database, async (transaction) => {
    await deleteApiTokens(transaction, id, details.name);
    await audit(transaction, 'REVOKE_API_TOKENS', actOf(services, context, { subject, details }));
  });
}

async function deleteApiTokens(transaction: Transaction, userId: string, name?: string): Promise<void> {
  let removal = transaction.deleteFrom('api_token').where('user_id', '=', userId);
  if (name !== undefined) removal = removal.where('name', '=', name);
  const { numDeletedRows } = await removal.executeTakeFirst();
  if (name !== undefined && numDeletedRows === 0n) throw new ProductError('RESOURCE_NOT_FOUND');
}

function toApiToken(row: Row<'api_token'>): ApiToken {
  return {
    name: row.name,
    scope: row.scope,
    hint: row.hint,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  };
}
