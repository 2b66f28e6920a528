/** What operators do with customers' money. */
import type { Database } from '../database/schema.ts';
import type { Handlers } from '../http/handler.ts';
import { createAdjustment, customerOf } from './adjustments.ts';
import { carryOutRefund } from './carry-out-refund.ts';
import { decideRefund } from './decide-refund.ts';
import type { Providers } from './providers.ts';
import { anyRecharge, decideRecharge, listAllRecharges } from './quarantine.ts';
import { listReconciliations } from './reconciliation.ts';
import { createRefund, listRefunds, readRefund } from './refunds.ts';
import { listReceivables, writeOffReceivable } from './write-off.ts';

type AdminPaymentOperation =
  | 'createAdjustment'
  | 'createRefund'
  | 'listRefunds'
  | 'decideRefund'
  | 'listReceivables'
  | 'writeOffReceivable'
  | 'listAllRecharges'
  | 'decideRecharge'
  | 'listReconciliations';

export function adminPaymentHandlers(
  database: Database,
  providers: Providers,
): Handlers<AdminPaymentOperation> {
  return {
    async createAdjustment({ params, body }, { caller, transaction, requestId }) {
      const customer = await customerOf(transaction, params.username);
      return createAdjustment(transaction, { ...customer, ...body, actor: caller.username, key: requestId });
    },
    async createRefund({ params, body }, { caller, transaction, afterCommit }) {
      const customer = await customerOf(transaction, params.username);
      const order = { ...customer, ...body, actor: caller.username };
      const refund = await createRefund(transaction, providers, order);
      afterCommit(async () => {
        await carryOutRefund(database, providers, refund.id);
        return readRefund(database, refund.id);
      });
      return refund;
    },
    listRefunds: ({ query }) => listRefunds(database, query),
    async decideRefund({ params, body }, { caller, transaction, afterCommit }) {
      await decideRefund(transaction, params.id, { ...body, actor: caller.username });
      if (body.decision === 'CHECK') {
        afterCommit(async () => {
          await carryOutRefund(database, providers, params.id);
          return readRefund(database, params.id);
        });
      }
      return readRefund(transaction, params.id);
    },
    listReceivables: ({ query }) => listReceivables(database, query),
    writeOffReceivable: ({ params, body }, { caller, transaction }) =>
      writeOffReceivable(transaction, params.id, { ...body, actor: caller.username }),
    listAllRecharges: ({ query }) => listAllRecharges(database, query),
    async decideRecharge({ params, body }, { caller, transaction, afterCommit }) {
      const { recharge, refundId } = await decideRecharge(transaction, providers, params.id, {
        ...body,
        actor: caller.username,
      });
      if (refundId !== undefined) {
        afterCommit(async () => {
          await carryOutRefund(database, providers, refundId);
          return anyRecharge(database, params.id);
        });
      }
      return recharge;
    },
    listReconciliations: ({ query }) => listReconciliations(database, query),
  };
}
