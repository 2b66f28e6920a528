import type { accountOperations } from '@gpulease/contract/operations/account';
import type { Handlers } from '../http/handler.ts';
import { createOwnApiToken, deleteOwnApiToken, listApiTokens } from './own-api-tokens.ts';
import { changePassword, toMe, updateMe } from './profile.ts';
import { changeEmail, changePhone, sendEmailCode } from './contact-change.ts';
import { codeSent } from './one-time-codes.ts';
import { endOtherSessions, endOwnSession, listSessions } from './own-sessions.ts';
import type { IdentityServices } from './services.ts';
import { createSshKey, deleteSshKey, listSshKeys } from './ssh-keys.ts';
import { userById } from './users.ts';

/** Handlers for the caller's own account. */
export function accountHandlers(services: IdentityServices): Handlers<typeof accountOperations> {
  const { database, clock } = services;
  return {
    getMe: async (_, { caller }) => toMe(await userById(database, caller.id)),
    updateMe: ({ body }, { caller }) => updateMe(services, caller, body),
    changePassword: ({ body }, context) => changePassword(services, body, context),
    changePhone: ({ body }, context) => changePhone(services, body, context),
    async sendEmailCode({ body }, context) {
      await sendEmailCode(services, body, context);
      return codeSent;
    },
    changeEmail: ({ body }, context) => changeEmail(services, body, context),
    listSessions: ({ query }, { caller }) => listSessions(services, caller.id, query, caller.sessionId),
    async endSession({ params: { id } }, context) {
      await endOwnSession(services, id, context);
      if (id === context.caller.sessionId) context.cookies.clear('user');
    },
    endOtherSessions: (_, context) => endOtherSessions(services, context),
    listApiTokens: ({ query }, { caller }) => listApiTokens(services, caller.id, query),
    createApiToken: ({ body }, context) => createOwnApiToken(services, body, context),
    deleteApiToken: ({ params }, context) => deleteOwnApiToken(services, params.name, context),
    listSshKeys: ({ query }, { caller }) => listSshKeys(database, caller.id, query),
    createSshKey: ({ body }, { caller }) => createSshKey(database, caller.id, body, clock.now()),
    deleteSshKey: ({ params }, { caller }) => deleteSshKey(database, caller.id, params.name),
  };
}
