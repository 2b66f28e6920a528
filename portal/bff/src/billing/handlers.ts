/** Money, for customers and operators. */
import { formatAmount } from '@gpulease/contract/money';
import { sql } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { Handlers } from '../http/handler.ts';
import type { UserFacts } from '../identity/users.ts';
import { readBalance } from './balance.ts';
import {
  checkRecharge,
  closeRecharge,
  createRecharge,
  getRecharge,
  listRecharges,
  ownRecharge,
  type Providers,
} from './recharges.ts';
import { listRecords, listUsage } from './records.ts';
import type { TestProvider } from './test-provider.ts';

type BillingOperation =
  | 'getBalance'
  | 'listBillingRecords'
  | 'listUsage'
  | 'listRecharges'
  | 'createRecharge'
  | 'getRecharge'
  | 'checkRecharge'
  | 'closeRecharge'
  | 'listBillings';

export function billingHandlers(database: Database, providers: Providers): Handlers<BillingOperation> {
  return {
    getBalance: (_, { caller }) => readBalance(database, caller.id),
    listBillingRecords: ({ query }, { caller }) => listRecords(database, { ...query, userId: caller.id }),
    listUsage: ({ query }, { caller }) => listUsage(database, caller.id, query),
    listRecharges: ({ query }, { caller }) => listRecharges(database, caller.id, query),
    createRecharge: ({ body }, { caller, transaction }) =>
      createRecharge(transaction, providers, caller.id, body),
    getRecharge: ({ params }, { caller }) => getRecharge(database, caller.id, params.id),
    checkRecharge: async ({ params }, { caller }) =>
      checkRecharge(database, providers, await ownRecharge(database, caller.id, params.id)),
    closeRecharge: async ({ params }, { caller }) =>
      closeRecharge(database, providers, await ownRecharge(database, caller.id, params.id)),
    listBillings: ({ query }) => listRecords(database, query),
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

/** Balance and number of live workloads, for the list of users. */
export function userFacts(database: Database): UserFacts {
  return {
    async factsOf(userIds) {
      const { rows } = await sql<{ userId: string; balance: bigint; workloads: bigint }>`
        SELECT w.user_id AS "userId", w.balance, count(o.id) AS workloads
        FROM wallet w LEFT JOIN workload_order o ON o.user_id = w.user_id AND o.state IN ('PLACED', 'ACTIVE')
        WHERE w.user_id = ANY(${userIds}) GROUP BY w.account_id`.execute(database);
      return new Map(
        rows.map(({ userId, balance, workloads }) => [
          userId,
          { balance: formatAmount(balance), workloads: Number(workloads) },
        ]),
      );
    },
  };
}
