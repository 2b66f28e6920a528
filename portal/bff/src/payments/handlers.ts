/** Handlers for recharges, and for paying them in the sandbox. */
import type { rechargeOperations } from '@gpulease/contract/operations/payments';
import type { Database } from '../database/schema.ts';
import type { AllHandlers, Handlers } from '../http/handler.ts';
import { checkRecharge, closeRecharge } from './check-recharge.ts';
import type { Providers } from './providers.ts';
import { listRecharges, ownRecharge, toRecharge } from './recharge-view.ts';
import { createRecharge, requestCode } from './recharges.ts';
import type { SandboxPayers } from './sandbox-payers.ts';

export function paymentHandlers(
  database: Database,
  providers: Providers,
): Handlers<typeof rechargeOperations> {
  return {
    listRecharges: ({ query }, { caller }) => listRecharges(database, caller.id, query),
    async createRecharge({ body }, { caller, transaction, afterCommit }) {
      const recharge = await createRecharge(transaction, providers, caller.id, body);
      afterCommit(() => requestCode(database, providers, recharge.id));
      return recharge;
    },
    getRecharge: async ({ params }, { caller }) =>
      toRecharge(await ownRecharge(database, caller.id, params.id)),
    checkRecharge: async ({ params }, { caller }) =>
      checkRecharge(database, providers, await ownRecharge(database, caller.id, params.id)),
    async closeRecharge({ params }, { caller }) {
      const recharge = await ownRecharge(database, caller.id, params.id);
      return recharge.status === 'PENDING'
        ? closeRecharge(database, providers, recharge)
        : toRecharge(recharge);
    },
  };
}

/** In the sandbox anyone who knows a recharge's id may pay it, as anyone who sees a QR code may. */
export function sandboxPaymentHandlers(
  database: Database,
  providers: Providers,
  payers: SandboxPayers,
): Pick<AllHandlers, 'paySandboxPayment'> {
  return {
    async paySandboxPayment({ params }) {
      const recharges = database.selectFrom('recharge').select(['id', 'method', 'code_url']);
      const recharge = await recharges.where('id', '=', params.id).executeTakeFirst();
      await payers[recharge?.method ?? 'TEST'](recharge?.code_url ?? '');
      // As after a provider's callback.
      if (recharge) await checkRecharge(database, providers, recharge);
      return undefined;
    },
  };
}
