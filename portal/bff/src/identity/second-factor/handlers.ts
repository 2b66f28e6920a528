import type { secondFactorOperations } from '@gpulease/contract/operations/second-factor';
import type { Body } from '@gpulease/contract/routes';
import type { CallerContext, Handlers } from '../../http/handler.ts';
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

/** Customers and operators manage their own second factor, each in their own console; operators can remove a customer's. */
export function secondFactorHandlers(services: IdentityServices): Handlers<typeof secondFactorOperations> {
  const get = (_: unknown, { caller }: CallerContext) => getSecondFactor(services, caller);
  const start = ({ body }: { body: Body<'startSecondFactor'> }, { caller }: CallerContext) =>
    startSecondFactor(services, caller, body);
  const confirm = ({ body }: { body: Body<'confirmSecondFactor'> }, context: CallerContext) =>
    confirmSecondFactor(services, body, context);
  const disable = ({ body }: { body: Body<'disableSecondFactor'> }, context: CallerContext) =>
    disableSecondFactor(services, body, context);
  const renew = ({ body }: { body: Body<'renewRecoveryCodes'> }, context: CallerContext) =>
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
      await removeSecondFactor(services, account, body, context);
    },
  };
}
