/** Money of the platform, for the operators' overview. */
import type { Overview } from '@gpulease/contract/admin';
import { formatAmount, formatPrice } from '@gpulease/contract/money';
import { sql } from 'kysely';
import type { Database } from '../database/schema.ts';
import { broughtIn, burnPerHour, sumsByDay, usageByHour, used } from './sums.ts';

interface TurnoverRow {
  rechargedThisMonth: bigint;
  usageThisMonth: bigint;
  burn: bigint;
}

/** What everybody brought in and used, and what an hour earns at present. */
export async function readTurnover(database: Database): Promise<Overview['money']> {
  const { rows } = await sql<TurnoverRow>`
    WITH clock AS MATERIALIZED (SELECT billing_clock() AS at)
    SELECT COALESCE(sum(amount) FILTER (WHERE ${broughtIn}), 0)::bigint AS "rechargedThisMonth",
      -COALESCE(sum(amount) FILTER (WHERE ${used}), 0)::bigint AS "usageThisMonth",
      (SELECT COALESCE(${burnPerHour}, 0)::bigint
       FROM usage_segment WHERE stopped_at IS NULL) AS burn
    FROM wallet_sum, clock
    WHERE span = 'DAY' AND starts_at >= date_trunc('month', clock.at, 'Asia/Shanghai')`.execute(database);
  const [row] = rows;
  if (!row) throw new Error('An aggregate answers exactly one row.');
  const { days } = await sumsByDay(database, {});
  const today = days.at(-1);
  return {
    rechargedToday: today?.recharged ?? formatAmount(0n),
    rechargedThisMonth: formatAmount(row.rechargedThisMonth),
    usageToday: today?.used ?? formatAmount(0n),
    usageThisMonth: formatAmount(row.usageThisMonth),
    burnPerHour: formatPrice(row.burn),
    hours: await usageByHour(database),
    days,
  };
}

/** Below this a balance is low. */
const LOW_HOURS = 24;
const SHOWN = 10;

interface LowRow {
  username: string;
  balance: bigint;
  hours: number;
  total: bigint;
}

/** The wallets whose running machines use them up within a day, and in how many hours. */
const low = sql`
  WITH running AS (
    SELECT account_id, ${burnPerHour} AS burn
    FROM usage_segment WHERE stopped_at IS NULL AND price > 0 GROUP BY account_id
  ),
  lasting AS (
    SELECT user_id, balance, (balance * 10000 / burn)::float8 AS hours
    FROM running JOIN wallet USING (account_id) WHERE burn > 0
  )
  SELECT * FROM lasting WHERE hours < ${LOW_HOURS}`;

/** The ids of the users of such wallets. */
export async function readLowUserIds(database: Database): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`${low}`.execute(database);
  return rows.map(({ user_id }) => user_id);
}

/** Users whose running machines use up their balance within a day, the first one first. */
export async function readLowBalances(database: Database): Promise<Overview['lowBalances']> {
  const { rows } = await sql<LowRow>`
    SELECT low.*, username, count(*) OVER () AS total
    FROM (${low}) low JOIN user_account u ON u.id = user_id ORDER BY hours LIMIT ${SHOWN}`.execute(database);
  return {
    total: Number(rows[0]?.total ?? 0n),
    items: rows.map(({ username, balance, hours }) => ({
      username,
      balance: formatAmount(balance),
      runwayHours: Math.round(hours * 100) / 100,
    })),
  };
}
