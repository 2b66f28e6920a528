/** Recharges and usage by day and hour of Asia/Shanghai, from the ledger's sums. */
import type { BillingSummary } from '@gpulease/contract/billing';
import { pricingModes, type PricingMode } from '@gpulease/contract/enums';
import { formatAmount } from '@gpulease/contract/money';
import type { Overview } from '@gpulease/contract/overview';
import { sql, type RawBuilder } from 'kysely';
import { midnight } from '../database/midnight.ts';
import type { Database } from '../database/schema.ts';
import { formatAmounts } from '../ledger/amounts.ts';
import { walletOf } from '../ledger/wallets.ts';

const SHOWN_DAYS = 30;
const SHOWN_HOURS = 24;
const SHOWN_WORKLOADS = 10;
/** Two weeks and today. */
const REVENUE_DAYS = 15;

/** The parts of a wallet's history: paid in by the user, given or taken by operators, and used by machines. */
const broughtIn = sql`kind IN ('RECHARGE', 'REFUND', 'COLLECTION')`;
const adjusted = sql`kind = 'ADJUSTMENT'`;
export const used = sql`kind IN ('USAGE', 'USAGE_CREDIT', 'TERM', 'TERM_REFUND')`;

/** The hourly cost of the runs that are being charged, in micro-yuan. */
export const burnPerHour = sql`sum(burn_per_hour(price, quantity, unit)) FILTER (WHERE is_burning(stopped_at, uncharged_from))`;

interface SumRow {
  start: string;
  recharged: bigint;
  adjusted: bigint;
  used: bigint;
}

interface Period {
  /** Days of Asia/Shanghai, inclusive; by default the last thirty. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Returns the sums of each day of a period, for one user or the platform. Days without postings are zero. */
export async function sumsByDay(
  database: Database,
  { from, to }: Period,
  userId?: string,
): Promise<Omit<BillingSummary, 'workloads'>> {
  const { rows } = await sql<SumRow>`
    WITH clock AS MATERIALIZED (SELECT (billing_clock() AT TIME ZONE 'Asia/Shanghai')::date AS today),
    period AS (SELECT COALESCE(${to ?? null}::date, today) AS last FROM clock),
    days AS (
      SELECT generate_series(COALESCE(${from ?? null}::date, last - ${SHOWN_DAYS - 1}::int), last, '1 day') AS day
      FROM period
    )
    SELECT day::date::text AS start, ${sums}
    FROM days LEFT JOIN ${sumsOf(userId)} AS s ON s.starts_at >= ${midnight(sql`day`)}
      AND s.starts_at < ${midnight(sql`day + interval '1 day'`)}
    GROUP BY day ORDER BY day`.execute(database);
  const total = (name: 'recharged' | 'adjusted' | 'used') => rows.reduce((sum, row) => sum + row[name], 0n);
  return {
    ...formatAmounts({ recharged: total('recharged'), adjusted: total('adjusted'), used: total('used') }),
    days: rows.map(({ start: day, recharged, used }) => ({ day, ...formatAmounts({ recharged, used }) })),
  };
}

/** Returns one user's sums, and the machines that cost most. */
export async function readSummary(
  database: Database,
  period: Period,
  userId: string,
): Promise<BillingSummary> {
  const sums = await sumsByDay(database, period, userId);
  const [first, last] = [sums.days[0]?.day, sums.days.at(-1)?.day];
  const { rows } = await sql<{ workload: string; used: bigint }>`
    SELECT o.name AS workload, -sum(r.amount)::bigint AS used
    FROM workload_order o JOIN billing_record r ON r.order_id = o.id
    WHERE o.user_id = ${userId} AND r.day BETWEEN ${first}::date AND ${last}::date AND ${used}
    GROUP BY o.name HAVING sum(r.amount) <> 0 ORDER BY used DESC, o.name LIMIT ${SHOWN_WORKLOADS}`.execute(
    database,
  );
  return {
    ...sums,
    workloads: rows.map(({ workload, used: amount }) => ({ workload, used: formatAmount(amount) })),
  };
}

/** Returns the platform's usage in each of the last 24 hours, the current hour last. */
export async function usageByHour(database: Database): Promise<{ hour: string; used: string }[]> {
  const { rows } = await sql<{ start: Date; used: bigint }>`
    WITH clock AS MATERIALIZED (SELECT date_trunc('hour', billing_clock()) AS hour),
    hours AS (
      SELECT generate_series(hour - (${SHOWN_HOURS - 1}::int * interval '1 hour'), hour, '1 hour') AS start FROM clock
    )
    SELECT start, ${sums} FROM hours LEFT JOIN ${sumsOf(undefined)} AS s ON s.starts_at = start
    GROUP BY start ORDER BY start`.execute(database);
  return rows.map((row) => ({ hour: row.start.toISOString(), used: formatAmount(row.used) }));
}

/** Returns the revenue by day and pricing mode of the last fifteen days, today last. */
export async function revenueByMode(database: Database): Promise<Overview['money']['revenue']> {
  const { rows } = await sql<Record<PricingMode, bigint> & { day: string }>`
    WITH clock AS MATERIALIZED (SELECT (billing_clock() AT TIME ZONE 'Asia/Shanghai')::date AS today),
    days AS (SELECT generate_series(today - ${REVENUE_DAYS - 1}::int, today, '1 day')::date AS day FROM clock)
    SELECT day::text, ${sql.join(pricingModes.map(revenueOf))}
    FROM days LEFT JOIN revenue_sum USING (day) GROUP BY day ORDER BY 1`.execute(database);
  return rows.map(({ day, ...byMode }) => ({ day, byMode: formatAmounts(byMode) }));
}

function revenueOf(mode: PricingMode): RawBuilder<unknown> {
  return sql`COALESCE(sum(amount) FILTER (WHERE mode = ${mode}), 0)::bigint AS ${sql.ref(mode)}`;
}

const sums = sql`COALESCE(sum(s.amount) FILTER (WHERE ${broughtIn}), 0)::bigint AS recharged,
    COALESCE(sum(s.amount) FILTER (WHERE ${adjusted}), 0)::bigint AS adjusted,
    -COALESCE(sum(s.amount) FILTER (WHERE ${used}), 0)::bigint AS used`;

export const platformSums = sql`SELECT measure AS kind, starts_at, amount FROM platform_sum`;

/** One user's sums by day, or the platform's sums by hour and, for older ones, by day. */
function sumsOf(userId: string | undefined) {
  return userId === undefined
    ? sql`(${platformSums})`
    : sql`(SELECT kind, starts_at, amount FROM wallet_sum WHERE account_id = ${walletOf(userId)} AND span = 'DAY')`;
}
