/** Charges running machines for the hours that are over. Any number of workers share the wallets. */
import { sql } from 'kysely';
import { withTransaction } from '../database/database.ts';
import { isRefusedWrite } from '../database/errors.ts';
import type { Database, Transaction } from '../database/schema.ts';
import { settle } from '../metering/settlement.ts';
import type { WorkerContext } from './context.ts';

/** Wallets in one settlement. */
const BATCH = 200;

/** A run that was not charged since the last full hour, or is over and not charged to its end. */
const isDue = sql`(
  (s.stopped_at IS NULL AND s.price > 0 AND s.charged_through < (SELECT date_trunc('hour', billing_clock(), 'Asia/Shanghai')))
  OR (s.stopped_at IS NOT NULL AND s.charged_through <> s.stopped_at))`;

type Parts = Pick<WorkerContext, 'database' | 'metrics' | 'log'>;

/** Charges every wallet that is due, but those that another transaction has locked: it settles them, or the next sweep. */
export async function settleHours(parts: Parts): Promise<void> {
  const accountIds = await dueWallets(parts.database);
  for (let first = 0; first < accountIds.length; first += BATCH)
    await settleBatch(parts, accountIds.slice(first, first + BATCH));
}

/** Together; each alone where the database refuses what that writes, so that one bad wallet holds up no other. */
async function settleBatch(parts: Parts, accountIds: readonly string[]): Promise<void> {
  try {
    await settleTogether(parts, accountIds);
  } catch (error) {
    if (!isRefusedWrite(error)) throw error;
    if (accountIds.length > 1) for (const accountId of accountIds) await settleBatch(parts, [accountId]);
    else parts.log.error({ err: error, account: accountIds[0] }, 'A wallet could not be settled');
  }
}

async function settleTogether({ database, metrics }: Parts, accountIds: readonly string[]): Promise<void> {
  const settlement = await withTransaction(database, async (transaction) => {
    const free = await lockFree(transaction, accountIds);
    return free.length === 0 ? undefined : settle(transaction, free);
  });
  if (settlement) metrics.settled(settlement);
}

async function dueWallets(database: Database): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`
    SELECT DISTINCT account_id FROM usage_segment s WHERE ${isDue} ORDER BY account_id`.execute(database);
  return rows.map((row) => row.account_id);
}

/** Locks those of the wallets that nobody else has locked, and that nobody has settled meanwhile. */
async function lockFree(transaction: Transaction, accountIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`
    SELECT account_id FROM wallet w
    WHERE account_id = ANY(${accountIds})
      AND EXISTS (SELECT FROM usage_segment s WHERE s.account_id = w.account_id AND ${isDue})
    ORDER BY account_id FOR UPDATE SKIP LOCKED`.execute(transaction);
  return rows.map((row) => row.account_id);
}
