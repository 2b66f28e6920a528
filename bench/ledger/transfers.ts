import { randomInt, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { withTransaction } from '../../portal/bff/src/database/database.ts';
import type { Database } from '../../portal/bff/src/database/schema.ts';
import { post } from '../../portal/bff/src/ledger/ledger.ts';
import { walletOf } from '../../portal/bff/src/ledger/wallets.ts';

const ACCOUNTS = 100_000;

/** Calls `once` from so many clients at once for so long. Returns how often per second. */
export async function perSecond(
  { clients, seconds }: { clients: number; seconds: number },
  once: () => Promise<unknown>,
): Promise<number> {
  const started = performance.now();
  const ends = started + seconds * 1_000;
  let count = 0;
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (performance.now() < ends) {
        await once();
        count += 1;
      }
    }),
  );
  return count / ((performance.now() - started) / 1_000);
}

/** One posting between a random customer's wallet and one of our accounts. */
export function transfer(database: Database, customers: number): Promise<unknown> {
  return withTransaction(database, (transaction) =>
    post(transaction, {
      kind: 'RECHARGE',
      idempotencyKey: randomUUID(),
      wallet: walletOf(`c${randomInt(customers)}`),
      counterpart: 'payments:TEST',
      amount: 1n,
    }),
  );
}

/** The tables of pgbench, at scale 1. */
export async function preparePgbench(owner: Database): Promise<void> {
  await sql`CREATE TABLE pgbench_accounts (aid int PRIMARY KEY, bid int, abalance int, filler char(84))`.execute(
    owner,
  );
  await sql`CREATE TABLE pgbench_history (tid int, bid int, aid int, delta int, mtime timestamp, filler char(22))`.execute(
    owner,
  );
  await sql`INSERT INTO pgbench_accounts SELECT n, 1, 0, '' FROM generate_series(1, ${ACCOUNTS}::int) AS n`.execute(
    owner,
  );
}

/**
 * What `pgbench --builtin=simple-update` does in one transaction, through the same driver: the machine's yardstick.
 * https://www.postgresql.org/docs/current/pgbench.html
 */
export function simpleUpdate(database: Database): Promise<unknown> {
  const [aid, delta] = [randomInt(1, ACCOUNTS + 1), randomInt(-5_000, 5_001)];
  return withTransaction(database, async (transaction) => {
    await sql`UPDATE pgbench_accounts SET abalance = abalance + ${delta} WHERE aid = ${aid}`.execute(
      transaction,
    );
    await sql`SELECT abalance FROM pgbench_accounts WHERE aid = ${aid}`.execute(transaction);
    await sql`INSERT INTO pgbench_history (tid, bid, aid, delta, mtime)
      VALUES (1, 1, ${aid}, ${delta}, CURRENT_TIMESTAMP)`.execute(transaction);
  });
}
