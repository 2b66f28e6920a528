import type { userOperations } from '@gpulease/contract/operations/users';
import type { Row } from '../database/schema.ts';
import { withTransaction } from '../database/database.ts';
import type { Handlers } from '../http/handler.ts';
import { ProductError } from '../http/product-error.ts';
import { changeStatus, createAdmin, updateUser } from './accounts.ts';
import { audit } from '../audit/audit.ts';
import { listAuditEntries, listSignInRefusals } from '../audit/list.ts';
import { createInviteCodes, getInviteCode, listInviteCodes, revokeInviteCode } from './invite-codes.ts';
import { originOf } from './origin.ts';
import { listApiTokens, revokeApiTokens } from './own-api-tokens.ts';
import { listSessions, revokeSessions } from './own-sessions.ts';
import { changePassword } from './profile.ts';
import type { IdentityServices } from './services.ts';
import { listUsers, mustFindByUsername, userById, withFacts } from './users.ts';

/** Users and invite codes, for operators. */
export function userHandlers(services: IdentityServices): Handlers<typeof userOperations> {
  const { database, clock, userFacts } = services;
  return {
    async changeAdminPassword({ body }, context) {
      await changePassword(services, context.caller, body, originOf(context));
      context.cookies.clear('admin');
      return undefined;
    },
    listUsers: ({ query }) => listUsers(database, userFacts, query),
    getUser: async ({ params }) => shown(services, await mustFindByUsername(database, params.username)),
    async updateUser({ params, body }, context) {
      const account = await mustFindByUsername(database, params.username);
      await updateUser(services, { caller: context.caller, origin: originOf(context) }, account, body);
      return shown(services, await userById(database, account.id));
    },
    createAdmin: ({ body }, context) =>
      createAdmin(services, { caller: context.caller, origin: originOf(context) }, body),
    listAuditEntries: ({ query }) => listAuditEntries(database, query),
    listSignInRefusals: ({ query }) => listSignInRefusals(database, query),
    listUserSessions: async ({ params, query }) =>
      listSessions(services, (await mustFindByUsername(database, params.username)).id, query),
    async revokeUserSessions({ params, body }, context) {
      const account = await mustFindByUsername(database, params.username);
      const operator = { caller: context.caller, origin: originOf(context) };
      await revokeSessions(services, operator, account, body);
      return undefined;
    },
    listUserApiTokens: async ({ params, query }) =>
      listApiTokens(services, (await mustFindByUsername(database, params.username)).id, query),
    async revokeUserApiTokens({ params, body }, context) {
      const account = await mustFindByUsername(database, params.username);
      const operator = { caller: context.caller, origin: originOf(context) };
      await revokeApiTokens(services, operator, account, body);
      return undefined;
    },
    async setUserStatus({ params, body }, context) {
      const account = await mustFindByUsername(database, params.username);
      await changeStatus(services, { caller: context.caller, origin: originOf(context) }, account, body);
      return shown(services, await userById(database, account.id));
    },
    listInviteCodes: ({ query }) => listInviteCodes(database, query, clock.now()),
    createInviteCodes: ({ body }, context) =>
      withTransaction(database, async (transaction) => {
        const [at, actor] = [clock.now(), context.caller.username];
        const items = await createInviteCodes(transaction, body, actor, at);
        await audit(transaction, 'CREATE_INVITE_CODES', { at, actor, origin: context, details: body });
        return { items };
      }),
    revokeInviteCode: ({ params: { code } }, context) =>
      withTransaction(database, async (transaction) => {
        const at = clock.now();
        const act = { at, actor: context.caller.username, origin: context, subject: code };
        if (await revokeInviteCode(transaction, code, at))
          await audit(transaction, 'REVOKE_INVITE_CODE', act);
        return getInviteCode(transaction, code, at);
      }),
  };
}

async function shown({ userFacts }: IdentityServices, account: Row<'user_account'>) {
  const [user] = await withFacts(userFacts, [account]);
  if (!user) throw new ProductError('RESOURCE_NOT_FOUND');
  return user;
}
