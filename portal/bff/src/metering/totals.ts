/** Totals of all records that match a filter. */
import type { BillingTotals } from '@gpulease/contract/billing';
import { sql, type RawBuilder } from 'kysely';
import { midnight } from '../database/midnight.ts';
import type { Database } from '../database/schema.ts';
import { formatAmounts } from '../ledger/amounts.ts';
import { conditions, filtered, type Filters } from './records.ts';
import { platformSums, used } from './sums.ts';

type Totals = { readonly [Name in keyof BillingTotals]: bigint };
const nothing: Totals = { recharged: 0n, credited: 0n, deducted: 0n, used: 0n };

/** Returns the totals of a filter, from the daily sums if they are detailed enough for it. */
export async function sumRecords(database: Database, query: Filters): Promise<BillingTotals> {
  const { paymentMethod, workload, order, search } = query;
  const isSummed = !paymentMethod && !workload && !order && !search;
  const { rows } = await sql<Totals>`
    WITH moved AS (${isSummed ? fromSums(query) : fromRecords(await conditions(database, query))})
    SELECT COALESCE(sum(amount) FILTER (WHERE kind = 'RECHARGE'), 0)::bigint AS recharged,
      COALESCE(sum(amount) FILTER (WHERE kind = 'ADJUSTMENT' AND type = 'RECHARGE'), 0)::bigint AS credited,
      -COALESCE(sum(amount) FILTER (WHERE type = 'DEDUCTION'), 0)::bigint AS deducted,
      -COALESCE(sum(amount) FILTER (WHERE ${used}), 0)::bigint AS used
    FROM moved`.execute(database);
  return formatAmounts(rows[0] ?? nothing);
}

function fromRecords(wanted: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`SELECT type, kind, amount FROM billing_record AS record WHERE ${wanted}`;
}

/** Reads adjustments from the records: a sum does not separate their two directions, and they are few. */
function fromSums({ userId, user, ...query }: Filters): RawBuilder<unknown> {
  const ofOne = userId !== undefined || user !== undefined;
  const sums = ofOne ? sumsOfWallet({ userId, user }) : platformSums;
  return sql`
    SELECT * FROM (
      SELECT CASE kind WHEN 'RECHARGE' THEN 'RECHARGE' ELSE 'DEDUCTION' END AS type, kind, amount FROM (${sums}) AS sum
      WHERE kind = ANY(${summedKinds}) AND ${periodOf(query)}
      UNION ALL
      ${fromRecords(filtered({ ...query, userId, user, paymentMethod: 'ADMIN' }))}
    ) AS moved WHERE ${query.type ? sql`type = ${query.type}` : sql`true`}`;
}

const summedKinds = ['RECHARGE', 'REFUND', 'COLLECTION', 'USAGE', 'USAGE_CREDIT', 'TERM', 'TERM_REFUND'];

function sumsOfWallet(owner: Pick<Filters, 'userId' | 'user'>): RawBuilder<unknown> {
  return sql`SELECT kind, starts_at, amount FROM wallet_sum AS record WHERE span = 'DAY' AND ${filtered(owner)}`;
}

function periodOf({ from, to }: Pick<Filters, 'from' | 'to'>): RawBuilder<unknown> {
  return sql`${from ? sql`starts_at >= ${midnight(sql`${from}::date`)}` : sql`true`}
    AND ${to ? sql`starts_at < ${midnight(sql`${to}::date + 1`)}` : sql`true`}`;
}
