import type { Handlers } from '../http/handler.ts';
import { changePassword, changePhone, toMe, updateMe } from './profile.ts';
import { originOf } from './origin.ts';
import type { IdentityServices } from './services.ts';
import { createSshKey, deleteSshKey, listSshKeys } from './ssh-keys.ts';
import { userById } from './users.ts';

type MeOperation =
  'getMe' | 'updateMe' | 'changePassword' | 'changePhone' | 'listSshKeys' | 'createSshKey' | 'deleteSshKey';

/** The caller's own account. */
export function meHandlers(services: IdentityServices): Handlers<MeOperation> {
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
    listSshKeys: ({ query }, { caller }) => listSshKeys(database, caller.id, query),
    createSshKey: ({ body }, { caller }) => createSshKey(database, caller.id, body, clock.now()),
    async deleteSshKey({ params }, { caller }) {
      await deleteSshKey(database, caller.id, params.name);
      return undefined;
    },
  };
}
