import type { Overview } from '@gpulease/contract/admin';
import { formatAmount, formatPrice } from '@gpulease/contract/money';
import { sql } from 'kysely';
import type { Database } from '../database/schema.ts';

interface TurnoverRow {
  rechargedToday: bigint;
  rechargedThisMonth: bigint;
  usageToday: bigint;
  usageThisMonth: bigint;
  burn: bigint;
}

/** Money of the platform, for the operators' overview. */
export async function readTurnover(database: Database): Promise<Overview['money']> {
  const { rows } = await sql<TurnoverRow>`
    WITH clock AS MATERIALIZED (SELECT billing_clock() AS at),
    moved AS (
      SELECT e.amount, t.kind, t.at >= date_trunc('day', clock.at, 'Asia/Shanghai') AS today
      FROM clock, ledger_transaction t JOIN ledger_entry e ON e.transaction_id = t.id
      WHERE t.at >= date_trunc('month', clock.at, 'Asia/Shanghai') AND e.sequence IS NOT NULL
    )
    SELECT COALESCE(sum(amount) FILTER (WHERE today AND kind = 'RECHARGE'), 0)::bigint AS "rechargedToday",
      COALESCE(sum(amount) FILTER (WHERE kind = 'RECHARGE'), 0)::bigint AS "rechargedThisMonth",
      -COALESCE(sum(amount) FILTER (WHERE today AND kind IN ('USAGE', 'USAGE_CREDIT', 'TERM', 'TERM_REFUND')), 0)::bigint
        AS "usageToday",
      -COALESCE(sum(amount) FILTER (WHERE kind IN ('USAGE', 'USAGE_CREDIT', 'TERM', 'TERM_REFUND')), 0)::bigint
        AS "usageThisMonth",
      (SELECT COALESCE(sum(price * quantity * 3600 / unit_seconds(unit)), 0)::bigint
       FROM usage_segment WHERE stopped_at IS NULL) AS burn
    FROM moved`.execute(database);
  const [row] = rows;
  if (!row) throw new Error('An aggregate answers exactly one row.');
  return {
    rechargedToday: formatAmount(row.rechargedToday),
    rechargedThisMonth: formatAmount(row.rechargedThisMonth),
    usageToday: formatAmount(row.usageToday),
    usageThisMonth: formatAmount(row.usageThisMonth),
    burnPerHour: formatPrice(row.burn),
  };
}
