/** What a user spent in the current day and month of Asia/Shanghai, including uncharged usage, and the user's limits. */
import type { Spending, SpendingChange } from '@gpulease/contract/me';
import { divideHalfUp, formatAmount, MICRO_YUAN_PER_FEN, parseAmount } from '@gpulease/contract/money';
import type { Fen, MicroYuan } from '@gpulease/contract/money';
import { sql } from 'kysely';
import type { Database, Transaction } from '../database/schema.ts';
import { billingClock } from '../ledger/ledger.ts';
import { walletOf } from '../ledger/wallets.ts';

interface SpendingLimits {
  readonly hour: Fen | null;
  readonly day: Fen | null;
  readonly month: Fen | null;
  readonly stops: boolean;
}

/** A day or month; `until` is exclusive. */
interface SpendingPeriod {
  readonly of: 'DAY' | 'MONTH';
  readonly since: Date;
  readonly until: Date;
  readonly spent: Fen;
}

/** Returns a user's spending limits. */
export async function readLimits(database: Database | Transaction, userId: string): Promise<SpendingLimits> {
  return database
    .selectFrom('user_account')
    .select(['spending_hour_limit as hour', 'spending_day_limit as day', 'spending_month_limit as month'])
    .select('spending_stops as stops')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
}

/** Returns the spending limits and how much of each is used. */
export async function readSpending(database: Database | Transaction, userId: string): Promise<Spending> {
  const limits = await readLimits(database, userId);
  const periods = await readPeriods(database, walletOf(userId), await billingClock(database));
  const held = await heldPerHour(database, walletOf(userId));
  const limitOf = { HOUR: limits.hour, DAY: limits.day, MONTH: limits.month };
  const hour = { of: 'HOUR', spent: divideHalfUp(held, MICRO_YUAN_PER_FEN) } as const;
  const items = [hour, ...periods].map(({ of, spent }) => {
    const limit = limitOf[of];
    return { of, used: formatAmount(spent), limit: limit === null ? null : formatAmount(limit) };
  });
  return { items, stops: limits.stops };
}

/** Sets all limits. A trigger schedules an immediate check of the wallet. */
export async function changeLimits(
  database: Database,
  userId: string,
  { hour, day, month, stops }: SpendingChange,
): Promise<void> {
  await database
    .updateTable('user_account')
    .set({
      spending_hour_limit: fenOf(hour),
      spending_hour_limit_at: sql<Date>`CASE WHEN spending_hour_limit IS DISTINCT FROM ${fenOf(hour)}::bigint THEN billing_clock()
        ELSE spending_hour_limit_at END`,
      spending_day_limit: fenOf(day),
      spending_month_limit: fenOf(month),
      spending_stops: stops,
    })
    .where('id', '=', userId)
    .execute();
}

/**
 * Returns the day, then the month. Uncharged usage counts by the share of its time that lies in the period, so that midnight
 * needs no settlement. Refunds of a term from an earlier period do not offset spending in this one.
 */
export async function readPeriods(
  database: Database | Transaction,
  accountId: string,
  at: Date,
): Promise<SpendingPeriod[]> {
  const { rows } = await sql<SpendingPeriod>`
    WITH period AS (
      SELECT unit, date_trunc(unit, ${at}::timestamptz, 'Asia/Shanghai') AS since,
        (date_trunc(unit, ${at}::timestamptz AT TIME ZONE 'Asia/Shanghai') + ('1 ' || unit)::interval) AT TIME ZONE 'Asia/Shanghai' AS until
      FROM unnest(ARRAY['day', 'month']) AS unit
    ),
    uncharged AS MATERIALIZED (
      SELECT a.amount, s.charged_through AS began, COALESCE(s.stopped_at, LEAST(${at}::timestamptz, s.uncharged_from)) AS ended
      FROM accruals(ARRAY[${accountId}], ${at}::timestamptz) a JOIN usage_segment s ON s.id = a.segment_id
    )
    SELECT upper(unit) AS of, since, until, (
      (SELECT COALESCE(sum(CASE WHEN began >= since THEN amount
          WHEN ended > since THEN amount * extract(epoch FROM ended - since) / extract(epoch FROM ended - began)
          ELSE 0 END), 0) FROM uncharged)
      + (SELECT COALESCE(-sum(amount) FILTER (WHERE kind IN ('USAGE', 'USAGE_CREDIT')), 0)
          + GREATEST(COALESCE(-sum(amount) FILTER (WHERE kind IN ('TERM', 'TERM_REFUND')), 0), 0)
        FROM wallet_sum WHERE account_id = ${accountId} AND span = 'DAY' AND starts_at >= since)
    )::bigint AS spent
    FROM period ORDER BY unit`.execute(database);
  return rows;
}

/** Returns the hourly cost of all machines with a live hold: running, or waiting to run. */
async function heldPerHour(database: Database | Transaction, accountId: string): Promise<MicroYuan> {
  const { rows } = await sql<{ held: MicroYuan }>`
    SELECT COALESCE(sum(burn_per_hour(h.price, o.quantity, h.unit)), 0)::bigint AS held
    FROM hold h JOIN workload_order o ON o.id = h.order_id
    WHERE h.account_id = ${accountId} AND h.released_at IS NULL`.execute(database);
  return rows[0]?.held ?? 0n;
}

function fenOf(amount: string | null): Fen | null {
  return amount === null ? null : parseAmount(amount);
}
