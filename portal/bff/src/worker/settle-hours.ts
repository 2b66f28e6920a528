/** Charges running machines for elapsed hours. Any number of workers share the wallets. */
import { sql } from 'kysely';
import { withTransaction } from '../database/database.ts';
import type { Database, Transaction } from '../database/schema.ts';
import { settle } from '../metering/settlement.ts';
import { inBatches } from './in-batches.ts';
import type { BillingMetrics } from './metrics.ts';

/** Wallets per settlement. */
const BATCH = 200;

/** Whether `usage_segment s` has not been charged since the last full hour and still must be. */
export const isBehind = sql`(s.stopped_at IS NULL AND s.price > 0
  AND s.charged_hour < (SELECT hour_of(billing_clock()))
  AND (s.uncharged_from IS NULL OR s.charged_through < s.uncharged_from))`;
/** Whether `usage_segment s` has ended and is not charged to its end. */
export const isOwing = sql`(s.stopped_at IS NOT NULL AND NOT s.is_settled)`;

type Metrics = Pick<BillingMetrics, 'settled'>;

/**
 * Charges every due wallet, except for those locked by another transaction, which settles them or leaves them to the
 * next sweep. Calls `onRefused` for each that the database refuses to charge or cannot charge in time; without it,
 * throws.
 */
export async function settleHours(
  database: Database,
  metrics: Metrics,
  onRefused: (accountId: string, error: unknown) => void = rethrow,
): Promise<void> {
  await inBatches(await walletsToCharge(database), {
    size: BATCH,
    work: (accountIds) => settleFree(database, metrics, accountIds),
    onFailed: onRefused,
  });
}

function rethrow(_: string, error: unknown): never {
  throw error;
}

async function settleFree(database: Database, metrics: Metrics, accountIds: readonly string[]) {
  const settlement = await withTransaction(database, async (transaction) => {
    const free = await lockFree(transaction, accountIds);
    return free.length === 0 ? undefined : settle(transaction, free);
  });
  if (settlement) metrics.settled(settlement);
}

/** Each of the two conditions has its own index, so that runs that owe nothing are not read. */
async function walletsToCharge(database: Database): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`
    SELECT account_id FROM usage_segment s WHERE ${isBehind}
    UNION SELECT account_id FROM usage_segment s WHERE ${isOwing}
    ORDER BY account_id`.execute(database);
  return rows.map((row) => row.account_id);
}

/** Locks the wallets that no other transaction has locked or has settled meanwhile. */
async function lockFree(transaction: Transaction, accountIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`
    SELECT account_id FROM wallet w
    WHERE account_id = ANY(${accountIds})
      AND EXISTS (SELECT FROM usage_segment s WHERE s.account_id = w.account_id AND (${isBehind} OR ${isOwing}))
    ORDER BY account_id FOR UPDATE SKIP LOCKED`.execute(transaction);
  return rows.map((row) => row.account_id);
}
