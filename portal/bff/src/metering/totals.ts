/** What came in and went out in all records of a filter. */
import type { BillingTotals } from '@gpulease/contract/billing';
import { formatAmount } from '@gpulease/contract/money';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../database/schema.ts';
import { conditions, midnight, type RecordQuery } from './records.ts';

/** The totals of a filter: from the sums by day, unless it asks for what those do not tell apart. */
export async function sumRecords(database: Database, query: RecordQuery): Promise<BillingTotals> {
  const { paymentMethod, workload, search } = query;
  const isSummed = !paymentMethod && !workload && !search;
  const { rows } = await sql<{ recharged: bigint; deducted: bigint }>`
    WITH moved AS (${isSummed ? fromSums(query) : fromRecords(query)})
    SELECT COALESCE(sum(amount) FILTER (WHERE type = 'RECHARGE'), 0)::bigint AS recharged,
      -COALESCE(sum(amount) FILTER (WHERE type = 'DEDUCTION'), 0)::bigint AS deducted
    FROM moved`.execute(database);
  const { recharged, deducted } = rows[0] ?? { recharged: 0n, deducted: 0n };
  return { recharged: formatAmount(recharged), deducted: formatAmount(deducted) };
}

function fromRecords(query: RecordQuery): RawBuilder<unknown> {
  return sql`SELECT type, amount FROM billing_record AS record WHERE ${conditions(query)}`;
}

/** Adjustments go both ways, which a sum does not tell; operators make few. */
function fromSums({ userId, user, ...query }: RecordQuery): RawBuilder<unknown> {
  const ofOne = userId !== undefined || user !== undefined;
  const sums = ofOne
    ? sumsOfWallet({ userId, user })
    : sql`SELECT measure AS kind, starts_at, amount FROM platform_sum`;
  return sql`
    SELECT * FROM (
      SELECT CASE kind WHEN 'RECHARGE' THEN 'RECHARGE' ELSE 'DEDUCTION' END AS type, amount FROM (${sums}) AS sum
      WHERE kind = ANY(${summedKinds}) AND ${periodOf(query)}
      UNION ALL
      ${fromRecords({ ...query, userId, user, paymentMethod: 'ADMIN' })}
    ) AS moved WHERE ${query.type ? sql`type = ${query.type}` : sql`true`}`;
}

const summedKinds = ['RECHARGE', 'REFUND', 'COLLECTION', 'USAGE', 'USAGE_CREDIT', 'TERM', 'TERM_REFUND'];

function sumsOfWallet(owner: Pick<RecordQuery, 'userId' | 'user'>): RawBuilder<unknown> {
  return sql`SELECT kind, starts_at, amount FROM wallet_sum AS record WHERE span = 'DAY' AND ${conditions(owner)}`;
}

function periodOf({ from, to }: Pick<RecordQuery, 'from' | 'to'>): RawBuilder<unknown> {
  return sql`${from ? sql`starts_at >= ${midnight(sql`${from}::date`)}` : sql`true`}
    AND ${to ? sql`starts_at < ${midnight(sql`${to}::date + 1`)}` : sql`true`}`;
}
