/** Operators' actions on customers' money. */
import { formatAmount, parseAmount, type Fen } from '@gpulease/contract/money';
import type {
  approvalOperations,
  decisionOperations,
  moneyOperations,
} from '@gpulease/contract/operations/payments';
import type { Database } from '../database/schema.ts';
import type { Handlers } from '../http/handler.ts';
import { createAdjustment, customerOf } from './adjustments.ts';
import { askAdjustment, askRefund, askWriteOff, needsSecond } from './approvals/ask.ts';
import { decideApproval } from './approvals/decide.ts';
import { listApprovals, readApproval } from './approvals/view.ts';
import { executeRefund } from './execute-refund.ts';
import { decideRefund } from './decide-refund.ts';
import type { Providers } from './providers.ts';
import { anyRecharge, decideRecharge, listAllRecharges } from './operated-recharges.ts';
import { listReconciliations } from './reconciliation.ts';
import { createRefund, listRefunds, readRefund } from './refunds.ts';
import { listReceivables, readOpen, writeOffReceivable } from './write-off.ts';

interface Parts {
  readonly database: Database;
  readonly providers: Providers;
  /** Amounts above this (fen) need a second operator; absent: none do. */
  readonly secondOperatorAbove: Fen | undefined;
}

export function adminPaymentHandlers(parts: Parts) {
  return { ...movingHandlers(parts), ...approvalHandlers(parts), ...decidingHandlers(parts) };
}

/** Carries out a refund after the commit, then reads the response. */
function executing<T>({ database, providers }: Parts, refund: string, read: () => Promise<T>) {
  return async () => {
    await executeRefund(database, providers, refund);
    return read();
  };
}

/** Handlers that move money, or request a second operator for amounts above the limit. */
function movingHandlers(parts: Parts): Handlers<typeof moneyOperations> {
  const { database, providers, secondOperatorAbove: limit } = parts;
  return {
    async createAdjustment({ params, body }, { caller, transaction, requestId }) {
      const customer = await customerOf(transaction, params.username);
      const order = { ...customer, ...body, actor: caller.username };
      if (needsSecond(parseAmount(body.amount), limit))
        return { approval: await askAdjustment(transaction, order) };
      return createAdjustment(transaction, { ...order, key: requestId });
    },
    async createRefund({ params, body }, { caller, transaction, afterCommit }) {
      const customer = await customerOf(transaction, params.username);
      const order = { ...customer, ...body, actor: caller.username };
      if (needsSecond(parseAmount(body.amount), limit))
        return { approval: await askRefund(transaction, providers, order) };
      const refund = await createRefund(transaction, providers, order);
      afterCommit(executing(parts, refund.id, () => readRefund(database, refund.id)));
      return refund;
    },
    async writeOffReceivable({ params, body }, { caller, transaction }) {
      const { reason, expectedOpen } = body;
      const { amount } = await readOpen(transaction, params.id);
      const agreed = expectedOpen === undefined ? amount : parseAmount(expectedOpen);
      const by = { reason, actor: caller.username, agreed };
      if (needsSecond(amount, limit)) return { approval: await askWriteOff(transaction, params.id, by) };
      return writeOffReceivable(transaction, params.id, by);
    },
  };
}

function approvalHandlers(parts: Parts): Handlers<typeof approvalOperations> {
  const { database, providers, secondOperatorAbove: limit } = parts;
  return {
    getApprovalLimit: () => Promise.resolve({ above: limit === undefined ? null : formatAmount(limit) }),
    listApprovals: ({ query }) => listApprovals(database, query),
    async decideApproval({ params, body }, { caller, transaction, afterCommit }) {
      const by = { ...body, actor: caller.username };
      const refund = await decideApproval(transaction, providers, params.id, by);
      if (refund !== null) afterCommit(executing(parts, refund, () => readApproval(database, params.id)));
      return readApproval(transaction, params.id);
    },
  };
}

/** Handlers with which operators list payments and decide on failed ones. */
function decidingHandlers(parts: Parts): Handlers<typeof decisionOperations> {
  const { database, providers } = parts;
  return {
    listRefunds: ({ query }) => listRefunds(database, query),
    async decideRefund({ params, body }, { caller, transaction, afterCommit }) {
      await decideRefund(transaction, params.id, { ...body, actor: caller.username });
      if (body.decision === 'CHECK')
        afterCommit(executing(parts, params.id, () => readRefund(database, params.id)));
      return readRefund(transaction, params.id);
    },
    listReceivables: ({ query }) => listReceivables(database, query),
    listAllRecharges: ({ query }) => listAllRecharges(database, query),
    async decideRecharge({ params, body }, { caller, transaction, afterCommit }) {
      const by = { ...body, actor: caller.username };
      const { recharge, refundId } = await decideRecharge(transaction, providers, params.id, by);
      if (refundId !== undefined)
        afterCommit(executing(parts, refundId, () => anyRecharge(database, params.id)));
      return recharge;
    },
    listReconciliations: ({ query }) => listReconciliations(database, query),
  };
}
