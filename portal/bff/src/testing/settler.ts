/** A process that repeatedly settles the wallets named in its arguments, until it is killed. */
import { createDatabase, createPool, withTransaction } from '../database/database.ts';
import { settle } from '../metering/settlement.ts';

const database = createDatabase(createPool(process.env.DATABASE_URL ?? '', 1));
for (;;) {
  await withTransaction(database, (transaction) => settle(transaction, process.argv.slice(2)));
}
