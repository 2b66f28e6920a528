/** Recharges, and what operators do with customers’ money. */
import * as admin from '../admin.ts';
import * as billing from '../billing.ts';
import { forSelf, forOwner, forOperator, pagesOf } from './operation.ts';

export const rechargeOperations = {
  listRecharges: forOwner('GET /recharges', {
    query: billing.rechargeQuery,
    ...pagesOf(billing.recharge),
    token: true,
  }),
  createRecharge: forSelf('POST /recharges', {
    body: billing.rechargeRequest,
    response: billing.recharge,
    status: 201,
    idempotent: 'required',
    audit: 'RECHARGE',
  }),
  getRecharge: forOwner('GET /recharges/:id', {
    params: billing.rechargeParams,
    response: billing.recharge,
    token: true,
  }),
  checkRecharge: forOwner('POST /recharges/:id/check', {
    params: billing.rechargeParams,
    response: billing.recharge,
    limit: 'rechargeChecks',
    audit: 'never',
  }),
  closeRecharge: forOwner('POST /recharges/:id/close', {
    params: billing.rechargeParams,
    response: billing.recharge,
    limit: 'rechargeChecks',
    audit: 'CLOSE_RECHARGE',
  }),
};

export const moneyOperations = {
  createAdjustment: forOperator('POST /admin/users/:username/adjustments', {
    params: admin.userParams,
    body: admin.adjustmentRequest,
    response: admin.orAsked(admin.adjustment),
    status: 201,
    idempotent: 'required',
    audit: 'ADJUST_BALANCE',
  }),
  createRefund: forOperator('POST /admin/users/:username/refunds', {
    params: admin.userParams,
    body: admin.refundRequest,
    response: admin.orAsked(admin.refund),
    status: 201,
    idempotent: 'required',
    audit: 'REFUND',
  }),
  writeOffReceivable: forOperator('POST /admin/receivables/:id/write-off', {
    params: billing.rechargeParams,
    body: admin.writeOff,
    response: admin.orAsked(admin.receivable),
    idempotent: 'required',
    audit: 'WRITE_OFF_RECEIVABLE',
  }),
};

export const approvalOperations = {
  getApprovalLimit: forOperator('GET /admin/approvals/limit', { response: admin.approvalLimit }),
  listApprovals: forOperator('GET /admin/approvals', {
    query: admin.approvalQuery,
    ...pagesOf(admin.approval),
  }),
  decideApproval: forOperator('POST /admin/approvals/:id/decision', {
    params: billing.rechargeParams,
    body: admin.approvalDecision,
    response: admin.approval,
    idempotent: 'required',
    audit: 'DECIDE_APPROVAL',
  }),
};

export const decisionOperations = {
  listRefunds: forOperator('GET /admin/refunds', { query: admin.refundQuery, ...pagesOf(admin.refund) }),
  decideRefund: forOperator('POST /admin/refunds/:id/decision', {
    params: billing.rechargeParams,
    body: admin.refundDecision,
    response: admin.refund,
    idempotent: 'required',
    audit: 'DECIDE_REFUND',
  }),
  listReceivables: forOperator('GET /admin/receivables', {
    query: admin.receivableQuery,
    ...pagesOf(admin.receivable),
  }),
  listAllRecharges: forOperator('GET /admin/recharges', {
    query: admin.anyRechargeQuery,
    ...pagesOf(admin.anyRecharge),
  }),
  decideRecharge: forOperator('POST /admin/recharges/:id/decision', {
    params: billing.rechargeParams,
    body: admin.rechargeDecision,
    response: admin.anyRecharge,
    idempotent: 'required',
    audit: 'DECIDE_RECHARGE',
  }),
  listReconciliations: forOperator('GET /admin/reconciliations', {
    query: admin.reconciliationQuery,
    ...pagesOf(admin.reconciliation),
  }),
};
