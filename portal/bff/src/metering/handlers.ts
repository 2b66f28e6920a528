/** Handlers for balances, spending limits and billing records. */
import type { billingOperations } from '@gpulease/contract/operations/billing';
import type { Database } from '../database/schema.ts';
import type { Handlers } from '../http/handler.ts';
import { readBalance } from './balance.ts';
import { listRecords, listUsage } from './records.ts';
import { changeLimits, readSpending } from './spending.ts';
import { sumRecords } from './totals.ts';
import { readSummary } from './sums.ts';

export function meteringHandlers(database: Database): Handlers<typeof billingOperations> {
  return {
    getBalance: (_, { caller }) => readBalance(database, caller.id),
    getSpending: (_, { caller }) => readSpending(database, caller.id),
    async updateSpending({ body }, { caller }) {
      await changeLimits(database, caller.id, body);
      return readSpending(database, caller.id);
    },
    listBillingRecords: ({ query }, { caller }) => listRecords(database, { ...query, userId: caller.id }),
    listUsage: ({ query }, { caller }) => listUsage(database, caller.id, query),
    getBillingSummary: ({ query }, { caller }) => readSummary(database, query, caller.id),
    listBillings: ({ query }) => listRecords(database, query),
    getBillingTotals: ({ query }) => sumRecords(database, query),
  };
}
