/** Recharges, and the sandbox's way to pay them. */
import type { Database } from '../database/schema.ts';
import type { Handlers } from '../http/handler.ts';
import {
  checkRecharge,
  closeRecharge,
  createRecharge,
  getRecharge,
  listRecharges,
  ownRecharge,
  type Providers,
} from './recharges.ts';
import type { TestProvider } from './test-provider.ts';

type PaymentOperation =
  'listRecharges' | 'createRecharge' | 'getRecharge' | 'checkRecharge' | 'closeRecharge';

export function paymentHandlers(database: Database, providers: Providers): Handlers<PaymentOperation> {
  return {
    listRecharges: ({ query }, { caller }) => listRecharges(database, caller.id, query),
    createRecharge: ({ body }, { caller, transaction }) =>
      createRecharge(transaction, providers, caller.id, body),
    getRecharge: ({ params }, { caller }) => getRecharge(database, caller.id, params.id),
    checkRecharge: async ({ params }, { caller }) =>
      checkRecharge(database, providers, await ownRecharge(database, caller.id, params.id)),
    closeRecharge: async ({ params }, { caller }) =>
      closeRecharge(database, providers, await ownRecharge(database, caller.id, params.id)),
  };
}

/** The sandbox: anybody who knows a recharge's id may pay it, as anybody who sees a QR code may. */
export function sandboxPaymentHandlers(
  database: Database,
  provider: TestProvider,
): Handlers<'paySandboxPayment'> {
  return {
    async paySandboxPayment({ params }) {
      const recharge = await database
        .selectFrom('recharge')
        .select(['id', 'method', 'code_url'])
        .where('id', '=', params.id)
        .where('method', '=', 'TEST')
        .executeTakeFirst();
      await provider.pay(recharge?.code_url ?? '');
      // As a provider's callback would.
      if (recharge) await checkRecharge(database, { TEST: provider }, recharge);
      return undefined;
    },
  };
}
