/** The API tokens of an account, as its owner and operators see, make and delete them. */
import type { Page } from '@gpulease/contract/common';
import type { ApiToken, ApiTokenCreated, ApiTokenCreation } from '@gpulease/contract/me';
import type { Query } from '@gpulease/contract/routes';
import { sql } from 'kysely';
import { withTransaction } from '../database/database.ts';
import { mapPage, selectPage } from '../lists/page.ts';
import type { Row, Transaction } from '../database/schema.ts';
import { orEarliest } from '../lists/sorting.ts';
import type { Caller, RequestContext } from '../http/handler.ts';
import { ProductError } from '../http/product-error.ts';
import { insertApiToken, MOST_API_TOKENS } from './api-tokens.ts';
import { audit } from '../audit/audit.ts';
import { refuseMore, takenName } from './named-credentials.ts';
import type { Origin } from './origin.ts';
import { holdSession, proveOwner } from './prove-owner.ts';
import type { IdentityServices } from './services.ts';

/** One page of a user's tokens, expired ones included, the newest first. */
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

interface OwnContext extends RequestContext {
  readonly caller: Caller;
}

/**
 * Makes a token of the caller's and gives the account notice of it, since it outlives the session that made it. Throws
 * NAME_TAKEN, QUOTA, and as `proveOwner` and `holdSession`.
 */
export async function createOwnApiToken(
  services: IdentityServices,
  { currentPassword, ...creation }: ApiTokenCreation,
  context: OwnContext,
): Promise<ApiTokenCreated> {
  const { database, clock, notifyOfAccount } = services;
  const { caller } = context;
  await proveOwner(services, caller, currentPassword);
  const now = clock.now();
  const { row, token } = await withTransaction(database, async (transaction) => {
    await holdSession(transaction, caller);
    await refuseMore(transaction, caller.id, { table: 'api_token', most: MOST_API_TOKENS });
    const made = await insertApiToken(transaction, { userId: caller.id, ...creation }, now).catch(takenName);
    const act = { at: now, actor: caller.username, origin: context, details: creation };
    await audit(transaction, 'CREATE_API_TOKEN', act);
    const key = made.row.token_hash.toString('hex');
    await notifyOfAccount(transaction, {
      userId: caller.id,
      kind: 'API_TOKEN_CREATED',
      key,
      apiToken: creation.name,
    });
    return made;
  });
  return { ...toApiToken(row), token };
}

/** Deletes a token of the caller's, which is refused from then on. Throws RESOURCE_NOT_FOUND. */
export async function deleteOwnApiToken(
  { database, clock }: IdentityServices,
  { id, username: actor }: Caller,
  name: string,
  origin: Origin,
): Promise<void> {
  await withTransaction(database, async (transaction) => {
    await deleteApiTokens(transaction, id, name);
    await audit(transaction, 'DELETE_API_TOKEN', { at: clock.now(), actor, origin, details: { name } });
  });
}

/** Deletes one or all tokens of an account, for an operator, who says why. Throws RESOURCE_NOT_FOUND for a name that is none. */
export async function revokeApiTokens(
  { database, clock }: IdentityServices,
  { caller, origin }: { readonly caller: Caller; readonly origin: Origin },
  { id, username }: Row<'user_account'>,
  details: { readonly name?: string | undefined; readonly reason: string },
): Promise<void> {
  await withTransaction(database, async (transaction) => {
    await deleteApiTokens(transaction, id, details.name);
    const act = { at: clock.now(), actor: caller.username, origin, subject: username, details };
    await audit(transaction, 'REVOKE_API_TOKENS', act);
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
