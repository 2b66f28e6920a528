/** The second factor, for both consoles. */
import * as users from '../users.ts';
import * as me from '../me.ts';
import { forSelf, forOperator, forOperatorSelf, nothing } from './operation.ts';

export const secondFactorOperations = {
  getSecondFactor: forSelf('GET /me/second-factor', { response: me.secondFactor }),
  startSecondFactor: forSelf('POST /me/second-factor', {
    body: me.secondFactorStart,
    response: me.secondFactorSetup,
    audit: 'never',
  }),
  confirmSecondFactor: forSelf('POST /me/second-factor/confirm', {
    body: me.secondFactorConfirmation,
    response: me.recoveryCodes,
    audit: 'byHandler',
  }),
  disableSecondFactor: forSelf('POST /me/second-factor/disable', {
    body: me.secondFactorChange,
    ...nothing,
    audit: 'byHandler',
  }),
  renewRecoveryCodes: forSelf('POST /me/second-factor/recovery-codes', {
    body: me.secondFactorChange,
    response: me.recoveryCodes,
    audit: 'byHandler',
  }),
  getAdminSecondFactor: forOperatorSelf('GET /admin/me/second-factor', {
    response: me.secondFactor,
    duringSetUp: true,
  }),
  startAdminSecondFactor: forOperatorSelf('POST /admin/me/second-factor', {
    body: me.secondFactorStart,
    response: me.secondFactorSetup,
    duringSetUp: true,
    audit: 'never',
  }),
  confirmAdminSecondFactor: forOperatorSelf('POST /admin/me/second-factor/confirm', {
    body: me.secondFactorConfirmation,
    response: me.recoveryCodes,
    duringSetUp: true,
    audit: 'byHandler',
  }),
  disableAdminSecondFactor: forOperatorSelf('POST /admin/me/second-factor/disable', {
    body: me.secondFactorChange,
    ...nothing,
    audit: 'byHandler',
  }),
  renewAdminRecoveryCodes: forOperatorSelf('POST /admin/me/second-factor/recovery-codes', {
    body: me.secondFactorChange,
    response: me.recoveryCodes,
    audit: 'byHandler',
  }),
  removeUserSecondFactor: forOperator('POST /admin/users/:username/second-factor/remove', {
    params: users.userParams,
    body: users.secondFactorRemoval,
    ...nothing,
    audit: 'byHandler',
  }),
};
