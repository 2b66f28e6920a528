/** Recharges, and operators' handling of customers’ money. */
import * as adjustments from '../adjustments.ts';
import * as approvals from '../approvals.ts';
import * as recharges from '../operated-recharges.ts';
import * as reconciliations from '../reconciliation.ts';
import * as refunds from '../refunds.ts';
import * as users from '../users.ts';
import * as billing from '../billing.ts';
import { forSelf, forOwner, forOperator, pagesOf } from './operation.ts';

export const rechargeOperations = {
  listRecharges: forOwner('GET /recharges', {
    ...pagesOf(billing.recharge, billing.rechargeQuery),
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
    params: users.userParams,
    body: adjustments.adjustmentRequest,
    response: approvals.orApprovalRequested(adjustments.adjustment),
    status: 201,
    idempotent: 'required',
    audit: 'ADJUST_BALANCE',
  }),
  createRefund: forOperator('POST /admin/users/:username/refunds', {
    params: users.userParams,
    body: refunds.refundRequest,
    response: approvals.orApprovalRequested(refunds.refund),
    status: 201,
    idempotent: 'required',
    audit: 'REFUND',
  }),
  writeOffReceivable: forOperator('POST /admin/receivables/:id/write-off', {
    params: billing.rechargeParams,
    body: refunds.writeOff,
    response: approvals.orApprovalRequested(refunds.receivable),
    idempotent: 'required',
    audit: 'WRITE_OFF_RECEIVABLE',
  }),
};

export const approvalOperations = {
  getApprovalLimit: forOperator('GET /admin/approvals/limit', { response: approvals.approvalLimit }),
  listApprovals: forOperator('GET /admin/approvals', pagesOf(approvals.approval, approvals.approvalQuery)),
  decideApproval: forOperator('POST /admin/approvals/:id/decision', {
    params: billing.rechargeParams,
    body: approvals.approvalDecision,
    response: approvals.approval,
    idempotent: 'required',
    audit: 'DECIDE_APPROVAL',
  }),
};

export const decisionOperations = {
  listRefunds: forOperator('GET /admin/refunds', pagesOf(refunds.refund, refunds.refundQuery)),
  decideRefund: forOperator('POST /admin/refunds/:id/decision', {
    params: billing.rechargeParams,
    body: refunds.refundDecision,
    response: refunds.refund,
    idempotent: 'required',
    audit: 'DECIDE_REFUND',
  }),
  listReceivables: forOperator(
    'GET /admin/receivables',
    pagesOf(refunds.receivable, refunds.receivableQuery),
  ),
  listAllRecharges: forOperator(
    'GET /admin/recharges',
    pagesOf(recharges.anyRecharge, recharges.anyRechargeQuery),
  ),
  decideRecharge: forOperator('POST /admin/recharges/:id/decision', {
    params: billing.rechargeParams,
    body: recharges.rechargeDecision,
    response: recharges.anyRecharge,
    idempotent: 'required',
    audit: 'DECIDE_RECHARGE',
  }),
  listReconciliations: forOperator(
    'GET /admin/reconciliations',
    pagesOf(reconciliations.reconciliation, reconciliations.reconciliationQuery),
  ),
};
