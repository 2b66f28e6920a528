/** Money of the platform, for the operators' overview. */
import type { Overview } from '@gpulease/contract/admin';
import { formatAmount, formatPrice } from '@gpulease/contract/money';
import { sql } from 'kysely';
import { countUpTo } from '../database/page.ts';
import type { Database } from '../database/schema.ts';
import { sumsByDay, usageByHour, used } from './sums.ts';
import { sumRecords } from './totals.ts';

interface TurnoverRow {
  month: string;
  usageThisMonth: bigint;
  burn: bigint;
}

/**
 * What everybody brought in and used, and what an hour earns at present. Recharges are what the records of that type add up
 * to, for the number leads to these.
 */
export async function readTurnover(database: Database): Promise<Overview['money']> {
  const { rows } = await sql<TurnoverRow>`
    WITH clock AS MATERIALIZED (SELECT billing_clock() AS at),
    month AS (SELECT date_trunc('month', clock.at, 'Asia/Shanghai') AS start FROM clock)
    SELECT to_char(month.start AT TIME ZONE 'Asia/Shanghai', 'YYYY-MM-DD') AS month,
      (SELECT -COALESCE(sum(amount), 0)::bigint FROM (SELECT measure AS kind, starts_at, amount FROM platform_sum) AS sum
        WHERE starts_at >= month.start AND ${used}) AS "usageThisMonth",
      (SELECT COALESCE(sum(amount), 0)::bigint FROM platform_sum WHERE starts_at = 'epoch' AND measure = 'BURN') AS burn
    FROM month`.execute(database);
  const [row] = rows;
  if (!row) throw new Error('The month has exactly one row.');
  const { days } = await sumsByDay(database, {});
  const today = days.at(-1);
  return {
    rechargedToday: await rechargedSince(database, today?.day ?? row.month),
    rechargedThisMonth: await rechargedSince(database, row.month),
    usageToday: today?.used ?? formatAmount(0n),
    usageThisMonth: formatAmount(row.usageThisMonth),
    burnPerHour: formatPrice(row.burn),
    hours: await usageByHour(database),
    days,
  };
}

async function rechargedSince(database: Database, from: string): Promise<string> {
  return (await sumRecords(database, { type: 'RECHARGE', from })).recharged;
}

/** Below this a balance is low. */
const LOW_HOURS = 24;
const SHOWN = 10;

interface LowRow {
  username: string;
  balance: bigint;
  hours: number;
}

/** The wallets whose running machines use them up within a day. */
const low = sql`
  SELECT account_id, funds_end_at, (SELECT billing_clock()) AS at FROM dunning
  WHERE funds_end_at < (SELECT billing_clock() + make_interval(hours => ${LOW_HOURS}))`;

/** The ids of the users of such wallets. */
export async function readLowUserIds(database: Database): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    SELECT user_id FROM (${low}) AS low JOIN wallet USING (account_id)`.execute(database);
  return rows.map(({ user_id }) => user_id);
}

/** Users whose running machines use up their balance within a day, the first one first. */
export async function readLowBalances(database: Database): Promise<Overview['lowBalances']> {
  const { rows } = await sql<LowRow>`
    SELECT username, balance, GREATEST(extract(epoch FROM funds_end_at - at) / 3600, 0)::float8 AS hours
    FROM (${low} ORDER BY funds_end_at LIMIT ${SHOWN}) AS low
    JOIN wallet USING (account_id) JOIN user_account u ON u.id = user_id ORDER BY funds_end_at`.execute(
    database,
  );
  return {
    total: await countUpTo(database, low),
    items: rows.map(({ username, balance, hours }) => ({
      username,
      balance: formatAmount(balance),
      runwayHours: Math.round(hours * 100) / 100,
    })),
  };
}
