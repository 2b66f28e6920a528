import type { accountOperations } from '@gpulease/contract/operations/account';
import type { Handlers } from '../http/handler.ts';
import { createOwnApiToken, deleteOwnApiToken, listApiTokens } from './own-api-tokens.ts';
import { changePassword, changePhone, toMe, updateMe } from './profile.ts';
import { changeEmail, sendEmailCode } from './email-change.ts';
import { CODE_LIFETIME_SECONDS, CODE_RESEND_SECONDS } from './one-time-codes.ts';
import { originOf } from './origin.ts';
import { endOtherSessions, endOwnSession, listSessions } from './own-sessions.ts';
import type { IdentityServices } from './services.ts';
import { createSshKey, deleteSshKey, listSshKeys } from './ssh-keys.ts';
import { userById } from './users.ts';

/** The caller's own account. */
export function accountHandlers(services: IdentityServices): Handlers<typeof accountOperations> {
  const { database, clock } = services;
  return {
    getMe: async (_, { caller }) => toMe(await userById(database, caller.id)),
    updateMe: ({ body }, { caller }) => updateMe(services, caller, body),
    async changePassword({ body }, context) {
      await changePassword(services, context.caller, body, originOf(context));
      context.cookies.clear('user');
      return undefined;
    },
    changePhone: ({ body }, context) => changePhone(services, context.caller, body, originOf(context)),
    async sendEmailCode({ body }, context) {
      await sendEmailCode(services, body, context);
      return { resendAfter: CODE_RESEND_SECONDS, expiresIn: CODE_LIFETIME_SECONDS };
    },
    changeEmail: ({ body }, context) => changeEmail(services, body, context),
    listSessions: ({ query }, { caller }) => listSessions(services, caller.id, query, caller.sessionId),
    async endSession({ params: { id } }, context) {
      await endOwnSession(services, context.caller, id, originOf(context));
      if (id === context.caller.sessionId) context.cookies.clear('user');
      return undefined;
    },
    async endOtherSessions(_, context) {
      await endOtherSessions(services, context.caller, originOf(context));
      return undefined;
    },
    listApiTokens: ({ query }, { caller }) => listApiTokens(services, caller.id, query),
    createApiToken: ({ body }, context) => createOwnApiToken(services, body, context),
    async deleteApiToken({ params }, context) {
      await deleteOwnApiToken(services, context.caller, params.name, originOf(context));
      return undefined;
    },
    listSshKeys: ({ query }, { caller }) => listSshKeys(database, caller.id, query),
    createSshKey: ({ body }, { caller }) => createSshKey(database, caller.id, body, clock.now()),
    async deleteSshKey({ params }, { caller }) {
      await deleteSshKey(database, caller.id, params.name);
      return undefined;
    },
  };
}
