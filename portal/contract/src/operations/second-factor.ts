/** Two-step verification, for both consoles. */
import * as me from '../me.ts';
import * as users from '../users.ts';
import { forOperator, forOperatorSelf, forSelf, nothing } from './operation.ts';

const read = { response: me.secondFactor } as const;
const start = { body: me.secondFactorStart, response: me.secondFactorSetup, audit: 'never' } as const;
const confirm = {
  body: me.secondFactorConfirmation,
  response: me.recoveryCodes,
  audit: 'byHandler',
} as const;
const disable = { body: me.secondFactorChange, ...nothing, audit: 'byHandler' } as const;
const renew = { body: me.secondFactorChange, response: me.recoveryCodes, audit: 'byHandler' } as const;
const duringSetUp = true;

export const secondFactorOperations = {
  getSecondFactor: forSelf('GET /me/second-factor', read),
  startSecondFactor: forSelf('POST /me/second-factor', start),
  confirmSecondFactor: forSelf('POST /me/second-factor/confirm', confirm),
  disableSecondFactor: forSelf('POST /me/second-factor/disable', disable),
  renewRecoveryCodes: forSelf('POST /me/second-factor/recovery-codes', renew),
  getAdminSecondFactor: forOperatorSelf('GET /admin/me/second-factor', { ...read, duringSetUp }),
  startAdminSecondFactor: forOperatorSelf('POST /admin/me/second-factor', { ...start, duringSetUp }),
  confirmAdminSecondFactor: forOperatorSelf('POST /admin/me/second-factor/confirm', {
    ...confirm,
    duringSetUp,
  }),
  disableAdminSecondFactor: forOperatorSelf('POST /admin/me/second-factor/disable', disable),
  renewAdminRecoveryCodes: forOperatorSelf('POST /admin/me/second-factor/recovery-codes', renew),
  removeUserSecondFactor: forOperator('POST /admin/users/:username/second-factor/remove', {
    params: users.userParams,
    body: users.secondFactorRemoval,
    ...nothing,
    audit: 'byHandler',
  }),
};
