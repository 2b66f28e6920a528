import type { secondFactorOperations } from '@gpulease/contract/operations/second-factor';
import type { Body } from '@gpulease/contract/routes';
import type { Caller, Handlers, RequestContext } from '../../http/handler.ts';
import { originOf } from '../origin.ts';
import type { IdentityServices } from '../services.ts';
import { mustFindByUsername } from '../users.ts';
import {
  confirmSecondFactor,
  disableSecondFactor,
  getSecondFactor,
  renewRecoveryCodes,
  startSecondFactor,
} from './own-second-factor.ts';
import { removeSecondFactor } from './remove-second-factor.ts';

interface OwnContext extends RequestContext {
  readonly caller: Caller;
}

/** One's own is the same for customers and operators, each in their own console; operators remove a customer's. */
export function secondFactorHandlers(services: IdentityServices): Handlers<typeof secondFactorOperations> {
  const get = (_: unknown, { caller }: OwnContext) => getSecondFactor(services, caller);
  const start = ({ body }: { body: Body<'startSecondFactor'> }, { caller }: OwnContext) =>
    startSecondFactor(services, caller, body);
  const confirm = ({ body }: { body: Body<'confirmSecondFactor'> }, context: OwnContext) =>
    confirmSecondFactor(services, body, context);
  const disable = async ({ body }: { body: Body<'disableSecondFactor'> }, context: OwnContext) => {
    await disableSecondFactor(services, body, context);
    return undefined;
  };
  const renew = ({ body }: { body: Body<'renewRecoveryCodes'> }, context: OwnContext) =>
    renewRecoveryCodes(services, body, context);
  return {
    getSecondFactor: get,
    startSecondFactor: start,
    confirmSecondFactor: confirm,
    disableSecondFactor: disable,
    renewRecoveryCodes: renew,
    getAdminSecondFactor: get,
    startAdminSecondFactor: start,
    confirmAdminSecondFactor: confirm,
    disableAdminSecondFactor: disable,
    renewAdminRecoveryCodes: renew,
    async removeUserSecondFactor({ params, body }, context) {
      const account = await mustFindByUsername(services.database, params.username);
      const operator = { caller: context.caller, origin: originOf(context) };
      await removeSecondFactor(services, operator, account, body);
      return undefined;
    },
  };
}
