/** Sessions of an account: listing and ending by its owner and by operators. */
import type { Row } from '../database/schema.ts';
import type { Page } from '@gpulease/contract/common';
import type { SignIn } from '@gpulease/contract/me';
import type { Query } from '@gpulease/contract/routes';
import { sql } from 'kysely';
import { withTransaction } from '../database/database.ts';
import { mapPage, selectPage } from '../lists/page.ts';
import type { CallerContext } from '../http/handler.ts';
import { ProductError } from '../http/product-error.ts';
import { audit } from '../audit/audit.ts';
import { actOf } from './origin.ts';
import type { IdentityServices } from './services.ts';
import { endOtherSessionsOf, endSessionsOf, sessionsOf } from './sessions.ts';

/** Returns one page of a user's active sessions, most recently used first. `currentId` is the caller's session. */
export async function listSessions(
  { database, clock }: IdentityServices,
  userId: string,
  query: Query<'listSessions'>,
  currentId?: string,
): Promise<Page<SignIn>> {
  const page = await selectPage(database, sessionsOf(database, userId, clock.now()), query, {
    defaultSort: '-lastSeenAt',
    fields: { lastSeenAt: sql.ref('session.last_seen_at'), createdAt: sql.ref('session.created_at') },
    unique: [sql.ref('session.token_hash')],
  });
  return mapPage(page, (row) => {
    const id = row.token_hash.toString('hex');
    return {
      id,
      current: id === currentId,
      userAgent: row.user_agent,
      address: row.address,
      createdAt: row.created_at.toISOString(),
      lastSeenAt: row.last_seen_at.toISOString(),
      expiresAt: row.expires_at.toISOString(),
    };
  });
}

/** Ends one of the caller's sessions. Throws RESOURCE_NOT_FOUND. */
export async function endOwnSession(
  services: IdentityServices,
  id: string,
  context: CallerContext,
): Promise<void> {
  await withTransaction(services.database, async (transaction) => {
    const { numDeletedRows } = await transaction
      .deleteFrom('session')
      .where('token_hash', '=', Buffer.from(id, 'hex'))
      .where('user_id', '=', context.caller.id)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw new ProductError('RESOURCE_NOT_FOUND');
    await audit(transaction, 'END_SESSIONS', actOf(services, context));
  });
}

/** Ends all of the caller's sessions except the current one. */
export async function endOtherSessions(services: IdentityServices, context: CallerContext): Promise<void> {
  await withTransaction(services.database, async (transaction) => {
    const ended = await endOtherSessionsOf(transaction, context.caller);
    if (ended > 0n) await audit(transaction, 'END_SESSIONS', actOf(services, context));
  });
}

/** Ends all sessions of an account for an operator, who states a reason. */
export async function revokeSessions(
  services: IdentityServices,
  { id, username: subject }: Row<'user_account'>,
  details: { readonly reason: string },
  context: CallerContext,
): Promise<void> {
  await withTransaction(services.database, async (transaction) => {
    await endSessionsOf(transaction, id);
    await audit(transaction, 'REVOKE_SESSIONS', actOf(services, context, { subject, details }));
  });
}
