/** The billing list: recharges, adjustments, and usage as one record per workload and day. */
import type { BillingRecord, Usage } from '@gpulease/contract/billing';
import type { Page } from '@gpulease/contract/common';
import { formatAmount } from '@gpulease/contract/money';
import type { Query } from '@gpulease/contract/routes';
import { sql, type RawBuilder } from 'kysely';
import { midnight } from '../database/midnight.ts';
import { conditionsOf, type FilterSql } from '../lists/filters.ts';
import { countUpTo, mapPage, onePage, toPage, type Paging, type Positioned } from '../lists/page.ts';
import type { Database } from '../database/schema.ts';
import { keyCondition, containing } from '../lists/search.ts';
import { orderOf, type Order } from '../lists/sorting.ts';
import { formatAmounts } from '../ledger/amounts.ts';
import { walletOf } from '../ledger/wallets.ts';

/** The customers' list has no `user` and `search`; the operators' list has no `workload`. */
export type RecordQuery = Omit<Query<'listBillings'>, 'user' | 'search'> & {
  readonly userId?: string | undefined;
  readonly user?: string | undefined;
  readonly search?: string | undefined;
  readonly workload?: string | undefined;
};

type Texts = 'amount' | 'paymentAmount' | 'date' | 'successTime' | 'balanceAfter';

interface RecordRow extends Omit<BillingRecord, Texts> {
  amount: bigint;
  paymentAmount: bigint | null;
  date: Date;
  successTime: Date | null;
  balanceAfter: bigint;
}

/** The amount that came in or went out, unsigned. */
const unsignedAmount = sql`CASE record.type WHEN 'RECHARGE' THEN record.amount ELSE -record.amount END`;

/** The reason of a movement without one by an operator. An adjustment with an order is the credit for a reported GPU. */
const refundReason = sql`CASE WHEN record.kind = 'TERM_REFUND' THEN record.reason WHEN record.kind = 'COLLECTION' THEN 'OWED'
  WHEN record.kind = 'REFUND' AND record.actor IS NULL THEN 'AT_PROVIDER'
  WHEN record.kind = 'ADJUSTMENT' AND record.order_id IS NOT NULL THEN 'GPU_FAULT' END`;

/** Returns one page of records, by default newest first. */
export async function listRecords(database: Database, query: RecordQuery): Promise<Page<BillingRecord>> {
  const ofOneWallet = query.userId !== undefined || query.user !== undefined;
  const order = orderOf(query, {
    defaultSort: '-date',
    fields: { date: ofOneWallet ? sql`record.sequence` : sql`record.at`, amount: unsignedAmount },
    unique: [sql`record.id`],
  });
  const wanted = await conditions(database, query);
  const { rows } = await sql<RecordRow & Positioned>`
    SELECT COALESCE(record.transaction_id::text, record.order_id || '/' || record.day) AS id, u.username AS user, record.type,
      record.method AS "paymentMethod", ${unsignedAmount} AS amount, COALESCE(r.payment_amount, f.amount) AS "paymentAmount",
      record.actor AS operator, COALESCE(CASE WHEN ${refundReason} IS NULL THEN record.reason END, '') AS remark,
      ${refundReason} AS "refundReason", o.name AS workload, record.at AS date,
      CASE record.kind WHEN 'USAGE' THEN record.day::text END AS day, COALESCE(r.paid_at, record.at) AS "successTime",
      record.balance_after AS "balanceAfter", record.position
    FROM ${pageOfRecords(wanted, query, order)} AS record
    JOIN wallet w USING (account_id) JOIN user_account u ON u.id = w.user_id
    LEFT JOIN recharge r ON r.ledger_transaction_id = record.transaction_id
    LEFT JOIN refund f ON f.ledger_transaction_id = record.transaction_id
    LEFT JOIN workload_order o ON o.id = record.order_id
    ORDER BY ${order.by}`.execute(database);
  const page = await toPage<RecordRow>(query, rows, () => countUpTo(database, recordsOf(wanted)));
  return mapPage(page, toRecord);
}

/** Selects the rows of one page, so that only these are joined. */
function pageOfRecords(wanted: RawBuilder<unknown>, paging: Paging, order: Order): RawBuilder<unknown> {
  return sql`(
    SELECT *, ${order.position} AS position FROM billing_record AS record
    WHERE ${wanted} ${onePage(paging, order)})`;
}

function recordsOf(wanted: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`SELECT FROM billing_record AS record WHERE ${wanted}`;
}

interface UsageRow {
  workload: string;
  day: string;
  amount: bigint;
  seconds: bigint;
  lines: { id: string; from: string; to: string; amount: string; balance: string }[];
}

/** Returns one page of a user's usage by workload and day of Asia/Shanghai, with the hourly lines. */
export async function listUsage(
  database: Database,
  userId: string,
  query: Query<'listUsage'>,
): Promise<Page<Usage>> {
  const wanted = filtered({ ...query, userId, kind: 'USAGE' });
  const order = orderOf(query, {
    defaultSort: '-day',
    fields: { day: sql`record.day` },
    unique: [sql`record.sequence`],
  });
  const { rows } = await sql<UsageRow & Positioned>`
    SELECT o.name AS workload, record.day::text, -record.amount AS amount, round(record.ms / 1000.0)::bigint AS seconds, lines,
      record.position
    FROM ${pageOfRecords(wanted, query, order)} AS record JOIN workload_order o ON o.id = record.order_id, LATERAL (
      SELECT COALESCE(jsonb_agg(jsonb_build_object('id', l.transaction_id::text, 'from', l.started_at, 'to', l.ended_at,
        'amount', (-e.amount)::text, 'balance', e.balance_after::text) ORDER BY e.sequence), '[]') AS lines
      FROM usage_segment s JOIN usage_line l ON l.segment_id = s.id
        AND l.started_at >= ${midnight(sql`record.day`)} AND l.started_at < ${midnight(sql`record.day + 1`)}
      JOIN ledger_entry e ON e.transaction_id = l.transaction_id AND e.account_id = record.account_id
      WHERE s.order_id = record.order_id) AS hourly
    ORDER BY ${order.by}`.execute(database);
  const page = await toPage<UsageRow>(query, rows, () => countUpTo(database, recordsOf(wanted)));
  return mapPage(page, toUsage);
}

/** Filters for a list of records. */
export type Filters = Partial<
  Omit<RecordQuery, 'page' | 'pageSize' | 'sort' | 'format' | 'language' | 'columns'>
> & {
  readonly kind?: string;
};

/** The condition of each filter. Filters by day also bound `at`, so that they can use the index. */
const filterSql: FilterSql<Omit<Filters, 'search'>> = {
  userId: (id) => sql`record.account_id = ${walletOf(id)}`,
  user: (name) => sql`record.account_id = (
    SELECT w.account_id FROM wallet w JOIN user_account u ON u.id = w.user_id WHERE u.username = ${name})`,
  from: (day) => sql`record.day >= ${day}::date AND record.at >= ${midnight(sql`${day}::date`)}`,
  to: (day) => sql`record.day <= ${day}::date AND record.at <= ${midnight(sql`${day}::date + 1`)}`,
  kind: (kind) => sql`record.kind = ${kind}`,
  type: (type) => sql`record.type = ${type}`,
  paymentMethod: (method) => sql`record.method = ${method}`,
  workload: (name) => sql`record.order_id IN (SELECT id FROM workload_order WHERE name = ${name})`,
  order: (id) => sql`record.order_id = ${id}`,
};

/** Returns the conditions of the filters on `billing_record AS record`. */
export function filtered(filters: Filters): RawBuilder<unknown> {
  return conditionsOf(filterSql, filters);
}

/** Returns the conditions of the filters and the search. */
export async function conditions(database: Database, filters: Filters): Promise<RawBuilder<unknown>> {
  const { search } = filters;
  return search ? sql`${filtered(filters)} AND ${await searched(database, search)}` : filtered(filters);
}

/** Matches the reason, the name of the machine or the username. */
async function searched(database: Database, text: string): Promise<RawBuilder<unknown>> {
  const pattern = containing(text);
  const orders = await keyCondition(
    database,
    sql`SELECT id AS key FROM workload_order WHERE name ILIKE ${pattern}`,
  );
  const accounts = await keyCondition(
    database,
    sql`SELECT w.account_id AS key FROM wallet w JOIN user_account u ON u.id = w.user_id WHERE u.username ILIKE ${pattern}`,
  );
  return sql`(record.reason ILIKE ${pattern} OR ${orders(sql`record.order_id`)} OR ${accounts(sql`record.account_id`)})`;
}

function toRecord({ paymentAmount: paid, date, successTime, ...row }: RecordRow): BillingRecord {
  const { amount, balanceAfter } = row;
  return {
    ...{ ...row, ...formatAmounts({ amount, balanceAfter }) },
    paymentAmount: paid === null ? null : formatAmount(paid),
    date: date.toISOString(),
    successTime: successTime?.toISOString() ?? null,
  };
}

function toUsage({ workload, day, amount, seconds, lines }: UsageRow): Usage {
  return {
    workload,
    day,
    amount: formatAmount(amount),
    seconds: Number(seconds),
    lines: lines.map((line) => ({
      id: line.id,
      from: new Date(line.from).toISOString(),
      to: new Date(line.to).toISOString(),
      amount: formatAmount(BigInt(line.amount)),
      balanceAfter: formatAmount(BigInt(line.balance)),
    })),
  };
}
