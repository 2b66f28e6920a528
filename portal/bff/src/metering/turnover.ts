/** Money of the platform, for the operators' overview. */
import type { Overview } from '@gpulease/contract/overview';
import { formatAmount, formatPrice } from '@gpulease/contract/money';
import { sql } from 'kysely';
import { countUpTo } from '../lists/page.ts';
import type { Database } from '../database/schema.ts';
import { revenueByMode, sumsByDay, usageByHour } from './sums.ts';
import { sumRecords } from './totals.ts';

/** Returns what customers paid in and used, and the current hourly revenue. Credits by operators are not paid in. */
export async function readTurnover(database: Database): Promise<Overview['money']> {
  const { rows } = await sql<{ burn: bigint }>`
    SELECT COALESCE(sum(amount), 0)::bigint AS burn FROM platform_sum
    WHERE starts_at = 'epoch' AND measure = 'BURN'`.execute(database);
  const { days } = await sumsByDay(database, {});
  const today = days.at(-1);
  if (!today) throw new Error('The last thirty days have an end.');
  const sinceMidnight = await sumRecords(database, { from: today.day });
  const thisMonth = await sumRecords(database, { from: `${today.day.slice(0, 8)}01` });
  return {
    rechargedToday: sinceMidnight.recharged,
    rechargedThisMonth: thisMonth.recharged,
    usageToday: today.used,
    usageThisMonth: thisMonth.used,
    burnPerHour: formatPrice(rows[0]?.burn ?? 0n),
    hours: await usageByHour(database),
    days,
    revenue: await revenueByMode(database),
  };
}

/** Hours of runway below which a balance is low. */
const LOW_HOURS = 24;
const SHOWN = 10;

/** The wallets that their running machines use up within a day. */
const low = sql`
  SELECT account_id, funds_end_at, (SELECT billing_clock()) AS at FROM dunning
  WHERE funds_end_at < (SELECT billing_clock() + make_interval(hours => ${LOW_HOURS}))`;

/** Selects the ids of the users of these wallets. */
export const lowUserIds = sql`SELECT user_id FROM (${low}) AS low JOIN wallet USING (account_id)`;

/** Returns users whose running machines use up their balance within a day, soonest first. */
export async function readLowBalances(database: Database): Promise<Overview['lowBalances']> {
  const { rows } = await sql<{ username: string; balance: bigint; hours: number }>`
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
