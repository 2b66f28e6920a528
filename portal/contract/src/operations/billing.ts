/** Billing as customers and operators read it. */
import * as billing from '../billing.ts';
import * as me from '../me.ts';
import { forSelf, forOwner, forOperator, pagesOf } from './operation.ts';

export const billingOperations = {
  getBalance: forSelf('GET /me/balance', { response: me.balance, token: true, limit: 'balance' }),
  getSpending: forSelf('GET /me/spending', { response: me.spending, token: true, limit: 'balance' }),
  updateSpending: forSelf('PUT /me/spending', {
    body: me.spendingChange,
    response: me.spending,
    audit: 'never',
  }),
  listBillingRecords: forOwner('GET /billing/records', {
    ...pagesOf(billing.billingRecord, billing.billingRecordQuery),
    token: true,
  }),
  listUsage: forOwner('GET /billing/usage', { ...pagesOf(billing.usage, billing.usageQuery), token: true }),
  getBillingSummary: forSelf('GET /billing/summary', {
    query: billing.billingSummaryQuery,
    response: billing.billingSummary,
    token: true,
  }),
  listBillings: forOperator('GET /admin/billings', pagesOf(billing.billingRecord, billing.billingsQuery)),
  getBillingTotals: forOperator('GET /admin/billings/totals', {
    query: billing.billingsQuery,
    response: billing.billingTotals,
  }),
};
