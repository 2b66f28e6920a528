/** What came in and went out in all records of a filter. */
import type { BillingTotals } from '@gpulease/contract/billing';
import { formatAmount } from '@gpulease/contract/money';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../database/schema.ts';
import { conditions, entries, type RecordQuery } from './records.ts';

/** The totals of a filter: from the sums by day, unless it asks for what those do not tell apart. */
export async function sumRecords(database: Database, query: RecordQuery): Promise<BillingTotals> {
  const { paymentMethod, workload, search } = query;
  const isSummed = !paymentMethod && !workload && !search;
  const { rows } = await sql<{ recharged: bigint; deducted: bigint }>`
    WITH moved AS (${isSummed ? fromSums(query) : fromEntries(query)})
    SELECT COALESCE(sum(amount) FILTER (WHERE type = 'RECHARGE'), 0)::bigint AS recharged,
      -COALESCE(sum(amount) FILTER (WHERE type = 'DEDUCTION'), 0)::bigint AS deducted
    FROM moved`.execute(database);
  const { recharged, deducted } = rows[0] ?? { recharged: 0n, deducted: 0n };
  return { recharged: formatAmount(recharged), deducted: formatAmount(deducted) };
}

function fromEntries(query: RecordQuery): RawBuilder<unknown> {
  return sql`SELECT type, amount FROM (${entries}) AS entry WHERE ${conditions(query)}`;
}

/** Adjustments go both ways, which a sum does not tell; operators make few. */
function fromSums(query: RecordQuery): RawBuilder<unknown> {
  return sql`
    SELECT * FROM (
      SELECT CASE kind WHEN 'RECHARGE' THEN 'RECHARGE' ELSE 'DEDUCTION' END AS type, amount, user_id, username,
        (starts_at AT TIME ZONE 'Asia/Shanghai')::date AS day
      FROM wallet_sum JOIN wallet USING (account_id) JOIN user_account u ON u.id = user_id
      WHERE span = 'DAY' AND kind <> 'ADJUSTMENT' AND ${daysOf(query)}
      UNION ALL
      SELECT type, amount, user_id, username, day FROM (${entries}) AS entry WHERE kind = 'ADJUSTMENT'
    ) AS entry WHERE ${conditions(query)}`;
}

/** As `conditions` has it, in the terms of the index. */
function daysOf({ from, to }: RecordQuery): RawBuilder<unknown> {
  const midnight = (day: string) => sql`(${day}::date::timestamp AT TIME ZONE 'Asia/Shanghai')`;
  return sql`${from ? sql`starts_at >= ${midnight(from)}` : sql`true`}
    AND ${to ? sql`starts_at <= ${midnight(to)}` : sql`true`}`;
}
