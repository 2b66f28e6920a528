/** Facts from the books about a wallet whose funds or machines may run out. */
import { sql, type RawBuilder } from 'kysely';
import type { Database, Transaction } from '../database/schema.ts';
import { readPeriods } from '../metering/spending.ts';
import { burnPerHour } from '../metering/sums.ts';
import type { HourLimit, LimitedPeriod } from './spending.ts';
import { stepId, type DunningFacts, type KeptOrder } from './steps.ts';

export interface AccountFacts extends DunningFacts {
  readonly userId: string;
  /** Whether machines are stopped when a spending limit is reached. */
  readonly spendingStops: boolean;
}

interface MoneyRow extends Pick<
  AccountFacts,
  'at' | 'userId' | 'rechargedAt' | 'fundsEndAt' | 'burn' | 'spendingStops'
> {
  alertBelow: number | null;
  alertAt: Date | null;
  hourLimit: number | null;
  hourLimitAt: Date | null;
  dayLimit: number | null;
  monthLimit: number | null;
}

/** Reads the current facts of one wallet, including the cost of running machines. */
export async function readDunningFacts(
  database: Database | Transaction,
  accountId: string,
): Promise<AccountFacts> {
  const { alertBelow, alertAt, hourLimit, hourLimitAt, dayLimit, monthLimit, ...money } = await readMoney(
    database,
    accountId,
  );
  // A limit without a time was chosen before times were recorded.
  const hour: HourLimit | null =
    hourLimit === null ? null : { of: 'HOUR', limit: hourLimit, since: hourLimitAt ?? new Date(0) };
  return {
    ...{ ...money, accountId, hour },
    alert: alertBelow === null ? null : { below: alertBelow, at: alertAt },
    spending: await readLimited(database, accountId, money.at, { DAY: dayLimit, MONTH: monthLimit }),
    orders: await readKeptOrders(database, accountId),
    done: await readDone(database, accountId),
  };
}

/** Sums spending only for users with a limit. */
async function readLimited(
  database: Database | Transaction,
  accountId: string,
  at: Date,
  limits: Readonly<Record<LimitedPeriod['of'], number | null>>,
): Promise<LimitedPeriod[]> {
  if (limits.DAY === null && limits.MONTH === null) return [];
  const periods = await readPeriods(database, accountId, at);
  return periods.flatMap((period) => {
    const limit = limits[period.of];
    return limit === null ? [] : [{ ...period, limit, spent: Number(period.spent) }];
  });
}

/** Excludes funds held for a refund, which cannot pay for machines. */
async function readMoney(database: Database | Transaction, accountId: string): Promise<MoneyRow> {
  const { rows } = await sql<MoneyRow>`
    WITH clock AS MATERIALIZED (SELECT billing_clock() AS at),
    accrual AS (
      SELECT COALESCE(sum(amount), 0) AS accrued FROM clock, accruals(ARRAY[${accountId}], clock.at)
    ),
    refunds AS (
      SELECT COALESCE(sum(amount), 0) AS amount FROM hold
      WHERE account_id = ${accountId} AND released_at IS NULL AND refund_id IS NOT NULL
    ),
    running AS (
      SELECT ${burnPerHour} AS burn FROM usage_segment WHERE account_id = ${accountId} AND stopped_at IS NULL
    ),
    money AS (
      SELECT user_id, GREATEST(balance - accrued - refunds.amount, 0) AS available
      FROM wallet, accrual, refunds WHERE account_id = ${accountId}
    )
    SELECT clock.at, money.user_id AS "userId", GREATEST(d.recharged_at, d.spared_at) AS "rechargedAt",
      COALESCE(burn, 0)::float8 AS burn, u.spending_hour_limit::float8 AS "hourLimit", u.spending_hour_limit_at AS "hourLimitAt",
      u.spending_day_limit::float8 AS "dayLimit", u.spending_month_limit::float8 AS "monthLimit", u.spending_stops AS "spendingStops", ${whenLeft(sql`0`)} AS "fundsEndAt", u.balance_alert::float8 AS "alertBelow",
      CASE WHEN available < u.balance_alert THEN clock.at ELSE ${whenLeft(sql`u.balance_alert`)} END AS "alertAt"
    FROM clock, running, money JOIN user_account u ON u.id = money.user_id LEFT JOIN dunning d ON d.account_id = ${accountId}`.execute(
    database,
  );
  const [row] = rows;
  if (!row) throw new Error(`Wallet ${accountId} is gone.`);
  return row;
}

/** Returns when `left` fen remain at the current burn; null while nothing burns. */
function whenLeft(left: RawBuilder<unknown>): RawBuilder<Date | null> {
  return sql`CASE WHEN burn > 0 THEN clock.at + make_interval(secs =>
    LEAST((available - ${left}) * 10000 * 3600 / burn, ${FARTHEST_SECONDS})::float8) END`;
}

/** Ten years; a much later time would overflow. */
const FARTHEST_SECONDS = 315_360_000;

async function readKeptOrders(database: Database | Transaction, accountId: string): Promise<KeptOrder[]> {
  const { rows } = await sql<KeptOrder>`
    SELECT o.id, o.name, o.mode, o.state, o.accepted_at AS "acceptedAt", o.term_start AS "termStart",
      o.term_end AS "termEnd", o.closed_at AS "closedAt", o.out_of_funds_at AS "outOfFundsAt",
      held.created_at AS "heldSince", COALESCE(burn_per_hour(held.price, o.quantity, held.unit), 0)::float8 AS "perHour",
      (SELECT max(released_at) FROM hold h WHERE h.order_id = o.id) AS "releasedAt"
    FROM workload_order o LEFT JOIN hold held ON held.order_id = o.id AND held.released_at IS NULL
    WHERE o.account_id = ${accountId} AND (o.state = 'ACTIVE' OR (o.state IN ('CLOSED', 'REJECTED') AND o.mode = 'RESERVED'))
      AND o.workload_uid IS NOT NULL
      AND NOT EXISTS (SELECT FROM workload_archive a WHERE a.workload_uid = o.workload_uid)
    ORDER BY o.accepted_at, o.id`.execute(database);
  return rows;
}

async function readDone(database: Database | Transaction, accountId: string) {
  const rows = await database
    .selectFrom('dunning_step')
    .select(['subject', 'kind', 'mark', 'episode', sql<Date>`done_at`.as('doneAt')])
    .where('account_id', '=', accountId)
    .where('done_at', 'is not', null)
    .execute();
  return new Map(rows.map((row) => [stepId(row), row.doneAt]));
}
