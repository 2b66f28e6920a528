/** Quotas of accounts. */
import * as users from '../users.ts';
import * as quotas from '../quotas.ts';
import { forSelf, forOperator } from './operation.ts';

export const quotaOperations = {
  getQuotas: forSelf('GET /me/quotas', { response: quotas.quotas, token: true }),
  getUserQuotas: forOperator('GET /admin/users/:username/quotas', {
    params: users.userParams,
    response: quotas.userQuotas,
  }),
  updateUserQuotas: forOperator('PUT /admin/users/:username/quotas', {
    params: users.userParams,
    body: quotas.quotaChange,
    response: quotas.userQuotas,
    ifMatch: 'required',
    audit: 'SET_QUOTAS',
  }),
};
