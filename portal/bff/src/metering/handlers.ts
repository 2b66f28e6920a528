/** What customers and operators read of money. */
import type { Database } from '../database/schema.ts';
import type { Handlers } from '../http/handler.ts';
import { readBalance } from './balance.ts';
import { listRecords, listUsage } from './records.ts';
import { sumRecords } from './totals.ts';
import { sumsByDay } from './sums.ts';

type MeteringOperation =
  | 'getBalance'
  | 'listBillingRecords'
  | 'listUsage'
  | 'getBillingSummary'
  | 'listBillings'
  | 'getBillingTotals';

export function meteringHandlers(database: Database): Handlers<MeteringOperation> {
  return {
    getBalance: (_, { caller }) => readBalance(database, caller.id),
    listBillingRecords: ({ query }, { caller }) => listRecords(database, { ...query, userId: caller.id }),
    listUsage: ({ query }, { caller }) => listUsage(database, caller.id, query),
    getBillingSummary: ({ query }, { caller }) => sumsByDay(database, query, caller.id),
    listBillings: ({ query }) => listRecords(database, query),
    getBillingTotals: ({ query }) => sumRecords(database, query),
  };
}
