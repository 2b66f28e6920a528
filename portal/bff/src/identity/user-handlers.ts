import type { userOperations } from '@gpulease/contract/operations/users';
import type { Row } from '../database/schema.ts';
import { withTransaction } from '../database/database.ts';
import type { Handlers } from '../http/handler.ts';
import { ProductError } from '../http/product-error.ts';
import { changeStatus, createAdmin, updateUser } from './accounts.ts';
import { audit } from '../audit/audit.ts';
import { listAuditEntries, listSignInRefusals } from '../audit/list.ts';
import { createInviteCodes, getInviteCode, listInviteCodes, revokeInviteCode } from './invite-codes.ts';
import { actOf } from './origin.ts';
import { listApiTokens, revokeApiTokens } from './own-api-tokens.ts';
import { listSessions, revokeSessions } from './own-sessions.ts';
import { changePassword } from './profile.ts';
import type { IdentityServices } from './services.ts';
import { listUsers, mustFindByUsername, userById, withFacts } from './users.ts';

/** Operators' handlers for users, the audit log and invite codes. */
export function userHandlers(services: IdentityServices): Handlers<typeof userOperations> {
  const { database, clock, userFacts } = services;
  const named = ({ username }: { readonly username: string }) => mustFindByUsername(database, username);
  const shown = async (account: Row<'user_account'>) => {
    const [user] = await withFacts(userFacts, [account]);
    if (!user) throw new ProductError('RESOURCE_NOT_FOUND');
    return user;
  };
  return {
    changeAdminPassword: ({ body }, context) => changePassword(services, body, context),
    listUsers: ({ query }) => listUsers(database, userFacts, query),
    getUser: async ({ params }) => shown(await named(params)),
    async updateUser({ params, body }, context) {
      const account = await named(params);
      await updateUser(services, account, body, context);
      return shown(await userById(database, account.id));
    },
    createAdmin: ({ body }, context) => createAdmin(services, body, context),
    listAuditEntries: ({ query }) => listAuditEntries(database, query),
    listSignInRefusals: ({ query }) => listSignInRefusals(database, query),
    listUserSessions: async ({ params, query }) => listSessions(services, (await named(params)).id, query),
    revokeUserSessions: async ({ params, body }, context) =>
      revokeSessions(services, await named(params), body, context),
    listUserApiTokens: async ({ params, query }) => listApiTokens(services, (await named(params)).id, query),
    revokeUserApiTokens: async ({ params, body }, context) =>
      revokeApiTokens(services, await named(params), body, context),
    async setUserStatus({ params, body }, context) {
      const account = await named(params);
      await changeStatus(services, account, body, context);
      return shown(await userById(database, account.id));
    },
    listInviteCodes: ({ query }) => listInviteCodes(database, query, clock.now()),
    createInviteCodes: ({ body }, context) =>
      withTransaction(database, async (transaction) => {
        const act = actOf(services, context, { details: body });
        const items = await createInviteCodes(transaction, body, context.caller.username, act.at);
        await audit(transaction, 'CREATE_INVITE_CODES', act);
        return { items };
      }),
    revokeInviteCode: ({ params: { code } }, context) =>
      withTransaction(database, async (transaction) => {
        const act = actOf(services, context, { subject: code });
        if (await revokeInviteCode(transaction, code, act.at))
          await audit(transaction, 'REVOKE_INVITE_CODE', act);
        return getInviteCode(transaction, code, act.at);
      }),
  };
}
