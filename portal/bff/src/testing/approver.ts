/** A process that approves the request with the given id, for tests that kill it. */
import { systemClock } from '../clock.ts';
import { createDatabase, createPool, withTransaction } from '../database/database.ts';
import { createLogger } from '../http/logger.ts';
import { decideApproval } from '../payments/approvals/decide.ts';
import { createPayments } from '../payments/create-payments.ts';
import { readPaymentSettings } from '../payments/settings.ts';

const database = createDatabase(createPool(process.env.DATABASE_URL ?? '', 1));
const log = createLogger('silent');
const { providers } = createPayments({ database, clock: systemClock, log }, readPaymentSettings(process.env));
const decision = { decision: 'APPROVE', actor: 'second', reason: 'A test' } as const;
await withTransaction(database, (transaction) =>
  decideApproval(transaction, providers, process.argv[2] ?? '', decision),
);
await database.destroy();
