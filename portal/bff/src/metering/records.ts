/** The billing list: recharges, adjustments and usage, the latter as one record per workload and day. */
import type { BillingRecord, Usage } from '@gpulease/contract/billing';
import type { Page } from '@gpulease/contract/common';
import type { PaymentMethod, TermRefundReason } from '@gpulease/contract/enums';
import { formatAmount } from '@gpulease/contract/money';
import type { Query } from '@gpulease/contract/routes';
import { sql, type RawBuilder } from 'kysely';
import { containing, pageOfRows } from '../database/page.ts';
import type { Database } from '../database/schema.ts';

/** The customer's list has no `user` and `search`; the operators' has no `workload`. */
export type RecordQuery = Omit<Query<'listBillings'>, 'user' | 'search'> & {
  readonly userId?: string | undefined;
  readonly user?: string | undefined;
  readonly search?: string | undefined;
  readonly workload?: string | undefined;
};

interface RecordRow {
  id: string;
  user: string;
  type: 'RECHARGE' | 'DEDUCTION';
  method: PaymentMethod | null;
  amount: bigint;
  paid: bigint | null;
  operator: string | null;
  remark: string | null;
  refundReason: TermRefundReason | null;
  workload: string | null;
  date: Date;
  success: Date | null;
  balance: bigint;
  total: bigint;
}

/**
 * Every entry of the wallets with what it is for. Usage belongs to the day of Asia/Shanghai in which it began, and
 * all usage of a workload on a day has one `id`.
 */
export const entries = sql`
    SELECT e.account_id, e.sequence, e.amount, e.balance_after, t.kind, t.actor, t.reason, u.username, u.id AS user_id,
      o.name AS workload, l.started_at, l.ended_at, l.transaction_id AS line_id,
      COALESCE(l.started_at, t.at) AS began_at, COALESCE(l.ended_at, t.at) AS at,
      r.method, COALESCE(r.payment_amount, f.amount) AS payment_amount, r.paid_at,
      (COALESCE(l.started_at, t.at) AT TIME ZONE 'Asia/Shanghai')::date AS day,
      CASE WHEN l.transaction_id IS NULL THEN t.id::text
        ELSE o.id || '/' || (l.started_at AT TIME ZONE 'Asia/Shanghai')::date END AS id,
      CASE WHEN t.kind = 'RECHARGE' OR (t.kind = 'ADJUSTMENT' AND e.amount > 0) THEN 'RECHARGE'
        ELSE 'DEDUCTION' END AS type,
      CASE t.kind WHEN 'ADJUSTMENT' THEN 'ADMIN' ELSE COALESCE(r.method, f.method) END AS payment_method
    FROM ledger_entry e JOIN wallet w USING (account_id) JOIN user_account u ON u.id = w.user_id
    JOIN ledger_transaction t ON t.id = e.transaction_id
    LEFT JOIN recharge r ON r.ledger_transaction_id = t.id
    LEFT JOIN refund f ON f.ledger_transaction_id = t.id
    LEFT JOIN usage_line l ON l.transaction_id = t.id
    LEFT JOIN workload_order o ON o.id = t.order_id`;

/** One page of records, newest first. */
export async function listRecords(database: Database, query: RecordQuery): Promise<Page<BillingRecord>> {
  const { rows } = await sql<RecordRow>`
    WITH entry AS (${entries})
    SELECT id, username AS user, type, payment_method AS method, sum(signed)::bigint AS amount,
      max(payment_amount) AS paid, max(actor) AS operator, max(reason) FILTER (WHERE kind <> 'TERM_REFUND') AS remark,
      max(reason) FILTER (WHERE kind = 'TERM_REFUND') AS "refundReason", max(workload) AS workload,
      max(at) AS date, COALESCE(max(paid_at), max(at)) AS success,
      (array_agg(balance_after ORDER BY sequence DESC))[1] AS balance, count(*) OVER () AS total
    FROM (SELECT *, CASE type WHEN 'RECHARGE' THEN amount ELSE -amount END AS signed FROM entry) AS entry
    WHERE ${conditions(query)}
    GROUP BY id, username, type, payment_method
    ORDER BY ${orderOf(query.sort, { date: sql`max(sequence)`, amount: sql`sum(signed)` })}, id
    LIMIT ${query.pageSize} OFFSET ${(query.page - 1) * query.pageSize}`.execute(database);
  return pageOfRows(query, rows, toRecord);
}

interface UsageRow {
  workload: string;
  day: string;
  amount: bigint;
  seconds: bigint;
  lines: { id: string; from: string; to: string; amount: string; balance: string }[];
  total: bigint;
}

/** One page of a user's usage by workload and day of Asia/Shanghai, the hourly lines under it. */
export async function listUsage(
  database: Database,
  userId: string,
  query: Query<'listUsage'>,
): Promise<Page<Usage>> {
  const { rows } = await sql<UsageRow>`
    WITH entry AS (${entries})
    SELECT workload, day::text, -sum(amount)::bigint AS amount,
      round(sum(extract(epoch FROM ended_at - started_at) * CASE kind WHEN 'USAGE' THEN 1 ELSE -1 END))::bigint AS seconds,
      jsonb_agg(jsonb_build_object('id', line_id::text, 'from', started_at, 'to', ended_at, 'amount', (-amount)::text,
        'balance', balance_after::text) ORDER BY sequence) AS lines,
      count(*) OVER () AS total
    FROM entry WHERE line_id IS NOT NULL AND ${conditions({ ...query, userId })}
    GROUP BY id, workload, day
    ORDER BY ${orderOf(query.sort, { day: sql`day` })}, max(sequence) DESC
    LIMIT ${query.pageSize} OFFSET ${(query.page - 1) * query.pageSize}`.execute(database);
  return pageOfRows(query, rows, toUsage);
}

type Filters = Partial<Omit<RecordQuery, 'page' | 'pageSize' | 'sort' | 'format'>>;

/** What each filter asks for. */
const filterSql: { readonly [Name in keyof Filters]-?: (value: string) => RawBuilder<unknown> } = {
  userId: (id) => sql`user_id = ${id}`,
  user: (name) => sql`username = ${name}`,
  from: (day) => sql`day >= ${day}::date`,
  to: (day) => sql`day <= ${day}::date`,
  type: (type) => sql`type = ${type}`,
  paymentMethod: (method) => sql`payment_method = ${method}`,
  workload: (name) => sql`workload = ${name}`,
  search(text) {
    const pattern = containing(text);
    return sql`(username ILIKE ${pattern} OR workload ILIKE ${pattern} OR reason ILIKE ${pattern})`;
  },
};

/** What all filters ask for together, of `entries`. */
export function conditions(filters: Filters): RawBuilder<unknown> {
  const names = Object.keys(filterSql) as (keyof Filters)[];
  const wanted = names.flatMap((name) => {
    const value = filters[name];
    return value ? filterSql[name](value) : [];
  });
  return wanted.length === 0 ? sql`true` : sql.join(wanted, sql` AND `);
}

/** Newest, or greatest, first unless asked otherwise. */
function orderOf(
  sort: string | undefined,
  columns: Readonly<Record<string, RawBuilder<unknown>>>,
): RawBuilder<unknown> {
  const column = columns[sort?.replace('-', '') ?? ''] ?? Object.values(columns)[0];
  return sort && !sort.startsWith('-') ? sql`${column} ASC` : sql`${column} DESC`;
}

function toRecord(row: RecordRow): BillingRecord {
  return {
    id: row.id,
    user: row.user,
    type: row.type,
    paymentMethod: row.method,
    amount: formatAmount(row.amount),
    paymentAmount: row.paid === null ? null : formatAmount(row.paid),
    operator: row.operator,
    remark: row.remark ?? '',
    refundReason: row.refundReason,
    workload: row.workload,
    date: row.date.toISOString(),
    successTime: row.success?.toISOString() ?? null,
    balanceAfter: formatAmount(row.balance),
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
