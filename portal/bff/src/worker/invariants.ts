/**
 * Invariants of the books, each as a query that returns the rows that violate it. Most of them can be checked for a part:
 * the transactions after a given one, and the wallets and orders that they touched.
 */
import { sql, type RawBuilder } from 'kysely';
import { sumInvariants } from './sum-invariants.ts';

export type Invariants = Readonly<Record<string, RawBuilder<object>>>;

/** A part of the books, as conditions on columns that name transactions, wallets and orders. */
interface Part {
  readonly transactions: (id: RawBuilder<unknown>) => RawBuilder<unknown>;
  readonly wallets: (accountId: RawBuilder<unknown>) => RawBuilder<unknown>;
  /** These wallets, and all with live holds. */
  readonly heldWallets: (accountId: RawBuilder<unknown>) => RawBuilder<unknown>;
  readonly orders: (orderId: RawBuilder<unknown>) => RawBuilder<unknown>;
}

const always = () => sql`true`;
export const wholeLedger: Part = {
  transactions: always,
  wallets: always,
  heldWallets: always,
  orders: always,
};

/** Returns the transactions after this one, with their wallets and orders. */
export function since(transactionId: bigint): Part {
  const moved = sql`
    SELECT account_id FROM ledger_entry WHERE transaction_id > ${transactionId} AND sequence IS NOT NULL`;
  return {
    transactions: (id) => sql`${id} > ${transactionId}`,
    wallets: (accountId) => sql`${accountId} IN (${moved})`,
    heldWallets: (accountId) => sql`${accountId} IN (
      ${moved} UNION SELECT account_id FROM hold WHERE released_at IS NULL)`,
    orders: (orderId) =>
      sql`${orderId} IN (SELECT order_id FROM ledger_transaction WHERE id > ${transactionId})`,
  };
}

/** Returns all invariants; those of sums cover the whole books. */
export function allInvariants(part: Part): Invariants {
  return { ...invariantsOf(part), ...sumInvariants };
}

/** Returns the invariants that can be checked for a part. */
export function recentInvariants(part: Part): Invariants {
  return { ...invariantsOf(part), ...ofDays(part) };
}

function invariantsOf(part: Part): Invariants {
  return {
    ...ofTransactions(part),
    ...ofWallets(part),
    ...ofRuns(part),
    ...ofPayments(part),
    ...ofOrders(part),
  };
}

const ofTransactions = ({ transactions }: Part): Invariants => ({
  'every transaction sums to zero': sql`
    SELECT transaction_id, sum(amount) FROM ledger_entry WHERE ${transactions(sql`transaction_id`)}
    GROUP BY transaction_id HAVING sum(amount) <> 0`,

  'every transaction has entries': sql`
    SELECT t.id FROM ledger_transaction t WHERE ${transactions(sql`t.id`)}
      AND NOT EXISTS (SELECT FROM ledger_entry e WHERE e.transaction_id = t.id)`,

  // The platform itself moves money only to credit an order for a broken GPU.
  'every operator who moved money gave a name and a reason': sql`
    SELECT id FROM ledger_transaction WHERE ${transactions(sql`id`)}
      AND ((kind IN ('ADJUSTMENT', 'WRITE_OFF') AND ((actor IS NULL AND order_id IS NULL) OR reason IS NULL OR reason = ''))
        OR (actor IS NOT NULL AND reason IS NULL))`,

  'balances chain without a gap': sql`
    SELECT e.account_id, e.sequence, e.balance_after, e.amount, before.balance_after AS balance_before
    FROM ledger_entry e LEFT JOIN ledger_entry before ON before.account_id = e.account_id AND before.sequence = e.sequence - 1
    WHERE e.sequence IS NOT NULL AND ${transactions(sql`e.transaction_id`)} AND CASE
      WHEN before.sequence IS NOT NULL THEN e.balance_after <> before.balance_after + e.amount
      WHEN e.sequence = 1 THEN e.balance_after <> e.amount
      ELSE NOT EXISTS (
        SELECT FROM archived_entries a WHERE a.account_id = e.account_id AND a.through >= e.sequence - 1) END`,

  // Reads only one hour, or each line of a year-long run would read the whole run; LIMIT makes the planner use the index
  // even if the tables have no statistics yet.
  'no line crosses an hour boundary, and lines of a run do not overlap': sql`
    SELECT l.*, before.ended_at AS ended_before FROM usage_line l JOIN ledger_transaction t ON t.id = l.transaction_id
    LEFT JOIN LATERAL (
      SELECT m.ended_at FROM usage_line m JOIN ledger_transaction u ON u.id = m.transaction_id
      WHERE m.segment_id = l.segment_id AND m.started_at <= l.started_at AND m.started_at > l.started_at - interval '1 hour'
        AND m.ended_at > l.started_at AND m.transaction_id <> l.transaction_id AND u.kind = 'USAGE'
      LIMIT 1) AS before ON true
    WHERE ${transactions(sql`l.transaction_id`)} AND t.kind = 'USAGE'
      AND (before.ended_at IS NOT NULL OR l.ended_at > date_trunc('hour', l.started_at, 'Asia/Shanghai') + interval '1 hour')`,
});

const ofWallets = ({ wallets, heldWallets }: Part): Invariants => ({
  'the balance and sequence of a wallet match its newest entry': sql`
    SELECT w.account_id, w.balance, w.sequence, e.balance_after
    FROM wallet w LEFT JOIN ledger_entry e ON e.account_id = w.account_id AND e.sequence = w.sequence
    WHERE ${wallets(sql`w.account_id`)} AND (w.balance <> COALESCE(e.balance_after, 0) OR (w.sequence = 0) <> (e.sequence IS NULL)
      OR EXISTS (SELECT FROM ledger_entry n WHERE n.account_id = w.account_id AND n.sequence = w.sequence + 1))`,

  'the balance of a wallet matches its days': sql`
    SELECT w.account_id, w.balance, sum(s.amount)
    FROM wallet w LEFT JOIN wallet_sum s ON s.account_id = w.account_id AND s.span = 'DAY'
    WHERE ${wallets(sql`w.account_id`)}
    GROUP BY w.account_id HAVING w.balance <> COALESCE(sum(s.amount), 0)`,

  'the held amount equals the live holds and does not exceed the balance': sql`
    SELECT w.account_id, w.balance, w.held, sum(h.amount)
    FROM wallet w LEFT JOIN hold h ON h.account_id = w.account_id AND h.released_at IS NULL
    WHERE ${heldWallets(sql`w.account_id`)}
    GROUP BY w.account_id HAVING w.held <> COALESCE(sum(h.amount), 0) OR w.held < 0 OR w.held > w.balance`,
});

const ofRuns = ({ orders }: Part): Invariants => ({
  'the charges of an order at one price match the cost of its run time': sql`
    SELECT * FROM usage_rating WHERE ${orders(sql`order_id`)} AND amount <> rounding + due(price, quantity, unit, rated_ms)`,

  'ratings equal the sums of their runs': sql`
    SELECT * FROM (SELECT * FROM usage_rating WHERE ${orders(sql`order_id`)}) AS r FULL JOIN (
      SELECT order_id, price, unit, sum(elapsed_ms(started_at, charged_through)) AS ms,
        sum(charged + written_off - credited) AS booked
      FROM usage_segment WHERE ${orders(sql`order_id`)} GROUP BY order_id, price, unit) AS run USING (order_id, price, unit)
    WHERE COALESCE(r.rated_ms, 0) <> COALESCE(run.ms, 0) OR COALESCE(r.amount, 0) <> COALESCE(run.booked, 0)`,

  'the charges of the runs of an order match its records': sql`
    SELECT * FROM (
      SELECT order_id, -sum(amount) AS recorded FROM billing_record WHERE kind = 'USAGE' AND ${orders(sql`order_id`)}
      GROUP BY order_id) AS record
    FULL JOIN (
      SELECT order_id, sum(charged - credited) AS charged FROM usage_segment WHERE ${orders(sql`order_id`)}
      GROUP BY order_id) AS run USING (order_id)
    WHERE COALESCE(recorded, 0) <> COALESCE(charged, 0)`,

  'runs of a workload do not overlap, and only the last is open': sql`
    SELECT * FROM (
      SELECT id, workload_uid, stopped_at,
        lead(started_at) OVER (PARTITION BY workload_uid ORDER BY started_at, id) AS next
      FROM usage_segment WHERE workload_uid IN (SELECT workload_uid FROM usage_segment WHERE ${orders(sql`order_id`)})) AS run
    WHERE next IS NOT NULL AND (stopped_at IS NULL OR next < stopped_at)`,

  'nothing is charged to the future': sql`
    SELECT id, charged_through FROM usage_segment WHERE stopped_at IS NULL AND charged_through > (SELECT billing_clock())`,
});

const ofPayments = ({ transactions }: Part): Invariants => ({
  'every paid recharge was credited once and in full': sql`
    SELECT r.id FROM recharge r
    LEFT JOIN ledger_entry e ON e.transaction_id = r.ledger_transaction_id AND e.account_id = r.account_id
    WHERE ${transactions(sql`r.ledger_transaction_id`)}
      AND (r.status = 'PAID') <> (e.amount IS NOT NULL AND e.amount = r.amount AND r.received_amount = r.amount)`,

  'every RECHARGE belongs to a recharge': sql`
    SELECT t.id FROM ledger_transaction t LEFT JOIN recharge r ON r.ledger_transaction_id = t.id
    WHERE t.kind = 'RECHARGE' AND ${transactions(sql`t.id`)} AND r.id IS NULL`,

  'refunds do not exceed the payment, and completed refunds are booked in full': sql`
    SELECT f.id FROM refund f JOIN recharge r ON r.id = f.recharge_id
    LEFT JOIN ledger_entry e ON e.transaction_id = f.ledger_transaction_id AND e.account_id = 'payments:' || f.method
    WHERE (${transactions(sql`f.ledger_transaction_id`)} OR f.status = 'PENDING') AND (
      (f.status = 'SUCCEEDED' AND f.source <> 'QUARANTINE') <> (e.amount IS NOT NULL AND e.amount = f.amount)
      OR (f.status <> 'FAILED' AND f.source <> 'PROVIDER' AND r.received_amount <
        (SELECT sum(amount) FROM refund o WHERE o.recharge_id = r.id AND o.status <> 'FAILED' AND o.source <> 'PROVIDER')))`,

  'every REFUND belongs to a refund': sql`
    SELECT t.id FROM ledger_transaction t LEFT JOIN refund f ON f.ledger_transaction_id = t.id
    WHERE t.kind = 'REFUND' AND ${transactions(sql`t.id`)} AND f.id IS NULL`,

  'every COLLECTION and WRITE_OFF belongs to a receivable': sql`
    SELECT t.id FROM ledger_transaction t LEFT JOIN receivable r ON r.transaction_id = t.corrects
    WHERE t.kind IN ('COLLECTION', 'WRITE_OFF') AND ${transactions(sql`t.id`)} AND r.refund_id IS NULL`,

  'a receivable equals the part of its refund not covered by the wallet, less its transactions': sql`
    SELECT r.refund_id, r.amount, r.collected, r.written_off, moved.*
    FROM receivable r JOIN refund f ON f.id = r.refund_id, LATERAL (
      SELECT COALESCE(sum(e.amount) FILTER (WHERE t.kind = 'COLLECTION'), 0) AS paid,
        COALESCE(sum(e.amount) FILTER (WHERE t.kind = 'WRITE_OFF'), 0) AS given_up
      FROM ledger_transaction t JOIN ledger_entry e ON e.transaction_id = t.id AND e.account_id = 'refund-receivable'
      WHERE t.corrects = r.transaction_id) AS moved
    WHERE (r.collected, r.written_off) IS DISTINCT FROM (paid, given_up)
      OR (f.amount, f.ledger_transaction_id) IS DISTINCT FROM (r.amount, r.transaction_id)`,

  'every approval by a second operator was carried out once, with the requested amount': sql`
    SELECT a.id, a.status, a.amount, COALESCE(f.amount, e.amount) AS moved FROM approval a
    LEFT JOIN refund f ON f.id = a.refund_id
    LEFT JOIN ledger_transaction t
      ON t.idempotency_key IN ('adjustment:' || a.id, CASE a.status WHEN 'APPROVED' THEN 'write-off:' || a.receivable_id END)
    LEFT JOIN ledger_entry e ON e.transaction_id = t.id
      AND e.account_id = CASE a.kind WHEN 'ADJUSTMENT' THEN 'wallet:' || a.user_id ELSE 'refund-receivable' END
    WHERE (a.decided_at > billing_clock() - interval '90 days' OR a.status = 'PENDING')
      AND (CASE a.status WHEN 'APPROVED' THEN a.amount END) IS DISTINCT FROM COALESCE(f.amount, e.amount)`,

  'every promised credit for a broken GPU was made once': sql`
    SELECT r.id, r.credit, r.credited_at, booked.amount FROM gpu_report r, LATERAL (
      SELECT sum(e.amount) AS amount FROM ledger_transaction t
      JOIN ledger_entry e ON e.transaction_id = t.id AND e.account_id = 'wallet:' || r.user_id
      WHERE t.idempotency_key IN ('adjustment:gpu-report:' || r.id,
        (SELECT 'adjustment:' || a.id FROM approval a WHERE a.gpu_report_id = r.id))) AS booked
    WHERE r.answered_at > billing_clock() - interval '90 days'
      AND (CASE WHEN r.credited_at IS NOT NULL THEN r.credit END) IS DISTINCT FROM booked.amount`,

  'a refund is held until it completes': sql`
    SELECT f.id, h.id AS hold FROM (SELECT * FROM refund WHERE status = 'PENDING' AND source = 'WALLET') AS f
    FULL JOIN (SELECT * FROM hold WHERE released_at IS NULL AND refund_id IS NOT NULL) AS h ON h.refund_id = f.id
    WHERE f.amount IS DISTINCT FROM h.amount`,
});

const ofOrders = ({ orders }: Part): Invariants => ({
  // After its term, a reserved machine runs free of charge until the operator has stopped it.
  'closed orders have no holds and no chargeable runs': sql`
    SELECT o.id FROM workload_order o JOIN (
      SELECT order_id FROM hold WHERE released_at IS NULL
      UNION ALL SELECT order_id FROM usage_segment WHERE stopped_at IS NULL AND price > 0) AS live ON live.order_id = o.id
    WHERE o.state IN ('REJECTED', 'CLOSED')`,

  'no disk is deleted without notice': sql`
    SELECT d.subject, d.episode FROM dunning_step d
    WHERE d.kind = 'DESTROY' AND d.done_at > (SELECT billing_clock() - interval '90 days') AND NOT EXISTS (
      SELECT FROM dunning_step n WHERE n.subject = d.subject AND n.episode = d.episode AND n.kind <> 'DESTROY'
        AND n.done_at < d.done_at)`,

  'a cancelled term refunded the agreed amount': sql`
    SELECT o.id, o.agreed_refund, sum(r.amount) AS paid
    FROM workload_order o LEFT JOIN billing_record r
      ON r.order_id = o.id AND r.kind = 'TERM_REFUND' AND r.reason IS DISTINCT FROM 'OUTAGE'
    WHERE o.agreed_refund IS NOT NULL AND o.state IN ('REJECTED', 'CLOSED') AND ${orders(sql`o.id`)}
    GROUP BY o.id HAVING o.agreed_refund <> COALESCE(sum(r.amount), 0)`,

  'refunds of terms match their orders': sql`
    SELECT o.id, o.term_charge, o.term_credited, sum(r.amount)
    FROM workload_order o LEFT JOIN billing_record r ON r.order_id = o.id AND r.kind = 'TERM_REFUND'
    WHERE o.mode = 'RESERVED' AND ${orders(sql`o.id`)}
    GROUP BY o.id HAVING o.term_credited <> COALESCE(sum(r.amount), 0)`,
});

/** Checks the days of orders with new lines, each with all its lines. */
const ofDays = ({ transactions }: Part): Invariants => ({
  'usage records match their lines': sql`
    SELECT day.*, r.amount AS recorded, said.amount FROM (
      SELECT DISTINCT t.order_id, (l.started_at AT TIME ZONE 'Asia/Shanghai')::date AS day
      FROM usage_line l JOIN ledger_transaction t ON t.id = l.transaction_id WHERE ${transactions(sql`l.transaction_id`)}) AS day
    LEFT JOIN billing_record r ON r.order_id = day.order_id AND r.day = day.day AND r.transaction_id IS NULL, LATERAL (
      SELECT sum(e.amount) AS amount, max(e.sequence) AS sequence FROM usage_segment s JOIN usage_line l ON l.segment_id = s.id
        AND l.started_at >= day.day::timestamp AT TIME ZONE 'Asia/Shanghai'
        AND l.started_at < (day.day + 1)::timestamp AT TIME ZONE 'Asia/Shanghai'
      JOIN ledger_entry e ON e.transaction_id = l.transaction_id AND e.account_id = s.account_id
      WHERE s.order_id = day.order_id) AS said
    WHERE (r.amount, r.sequence) IS DISTINCT FROM (said.amount, said.sequence)`,
});
