/**
 * What must hold of the books at any moment, each as a query that answers the rows which break it. Tests run them after
 * every scenario, `worker --check` on demand, and the worker exports their counts as a metric.
 */
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../database/schema.ts';

export interface Violation {
  readonly invariant: string;
  /** One row that breaks it, as JSON. */
  readonly row: object;
}

const LIMIT = 20;

const invariants: Readonly<Record<string, RawBuilder<object>>> = {
  'every transaction sums to zero': sql`
    SELECT transaction_id, sum(amount) FROM ledger_entry GROUP BY transaction_id HAVING sum(amount) <> 0`,

  'every transaction has entries': sql`
    SELECT t.id FROM ledger_transaction t WHERE NOT EXISTS (SELECT FROM ledger_entry e WHERE e.transaction_id = t.id)`,

  'a wallet has the balance and the number of its entries': sql`
    SELECT w.account_id, w.balance, w.sequence, sum(e.amount), count(e.amount)
    FROM wallet w LEFT JOIN ledger_entry e USING (account_id) GROUP BY w.account_id
    HAVING w.balance <> COALESCE(sum(e.amount), 0) OR w.sequence <> count(e.amount)`,

  'a wallet has the balance of its days': sql`
    SELECT w.account_id, w.balance, sum(s.amount)
    FROM wallet w LEFT JOIN wallet_sum s ON s.account_id = w.account_id AND s.span = 'DAY'
    GROUP BY w.account_id HAVING w.balance <> COALESCE(sum(s.amount), 0)`,

  'balances chain without a gap': sql`
    SELECT * FROM (
      SELECT account_id, sequence, balance_after, amount,
        lag(sequence, 1, 0::bigint) OVER history AS sequence_before,
        lag(balance_after, 1, 0::bigint) OVER history AS balance_before
      FROM ledger_entry WHERE sequence IS NOT NULL WINDOW history AS (PARTITION BY account_id ORDER BY sequence)) AS chain
    WHERE sequence <> sequence_before + 1 OR balance_after <> balance_before + amount`,

  'held is what live holds hold, and no more than the balance': sql`
    SELECT w.account_id, w.balance, w.held, sum(h.amount)
    FROM wallet w LEFT JOIN hold h ON h.account_id = w.account_id AND h.released_at IS NULL
    GROUP BY w.account_id HAVING w.held <> COALESCE(sum(h.amount), 0) OR w.held < 0 OR w.held > w.balance`,

  'what the runs of an order at one price were charged is what their time costs': sql`
    SELECT * FROM usage_rating WHERE amount <> rounding + due(price, quantity, unit, rated_ms)`,

  'ratings are the sums of their runs': sql`
    SELECT * FROM usage_rating r FULL JOIN (
      SELECT order_id, price, unit, sum(elapsed_ms(started_at, charged_through)) AS ms,
        sum(charged + written_off - credited) AS booked
      FROM usage_segment GROUP BY order_id, price, unit) AS run USING (order_id, price, unit)
    WHERE COALESCE(r.rated_ms, 0) <> COALESCE(run.ms, 0) OR COALESCE(r.amount, 0) <> COALESCE(run.booked, 0)`,

  'a run was charged what its lines say': sql`
    SELECT s.id, s.charged, s.credited, s.written_off FROM usage_segment s
    LEFT JOIN usage_line l ON l.segment_id = s.id
    LEFT JOIN ledger_entry paid ON paid.transaction_id = l.transaction_id AND paid.account_id = s.account_id
    LEFT JOIN ledger_entry lost ON lost.transaction_id = l.transaction_id AND lost.account_id = 'write-off'
    GROUP BY s.id
    HAVING s.charged - s.credited <> -COALESCE(sum(paid.amount), 0) OR s.written_off <> -COALESCE(sum(lost.amount), 0)`,

  'usage revenue is what runs were charged': sql`
    SELECT * FROM
      (SELECT COALESCE(sum(amount), 0) AS revenue FROM ledger_entry WHERE account_id = 'usage-revenue') AS booked,
      (SELECT COALESCE(sum(charged + written_off - credited), 0) AS owed FROM usage_segment) AS rated
    WHERE revenue <> owed`,

  'no line crosses an hour, and lines of a run do not overlap': sql`
    SELECT * FROM (
      SELECT l.*, lead(l.started_at) OVER (PARTITION BY l.segment_id ORDER BY l.started_at) AS next
      FROM usage_line l JOIN ledger_transaction t ON t.id = l.transaction_id WHERE t.kind = 'USAGE') AS line
    WHERE next < ended_at OR ended_at > date_trunc('hour', started_at, 'Asia/Shanghai') + interval '1 hour'`,

  'runs of a workload do not overlap, and only the last is open': sql`
    SELECT * FROM (
      SELECT id, workload_uid, stopped_at,
        lead(started_at) OVER (PARTITION BY workload_uid ORDER BY started_at, id) AS next FROM usage_segment) AS run
    WHERE next IS NOT NULL AND (stopped_at IS NULL OR next < stopped_at)`,

  'nothing is charged to the future': sql`
    SELECT id, charged_through FROM usage_segment WHERE stopped_at IS NULL AND charged_through > billing_clock()`,

  'closed orders hold nothing and run nothing': sql`
    SELECT o.id FROM workload_order o WHERE o.state IN ('REJECTED', 'CLOSED')
      AND (EXISTS (SELECT FROM hold h WHERE h.order_id = o.id AND h.released_at IS NULL)
        OR EXISTS (SELECT FROM usage_segment s WHERE s.order_id = o.id AND s.stopped_at IS NULL))`,

  'every recharge that was paid was credited, once and in full': sql`
    SELECT r.id FROM recharge r
    LEFT JOIN ledger_entry e ON e.transaction_id = r.ledger_transaction_id AND e.account_id = r.account_id
    WHERE (r.status = 'PAID') <> (e.amount IS NOT NULL AND e.amount = r.amount AND r.received_amount = r.amount)`,

  'every RECHARGE belongs to a recharge': sql`
    SELECT t.id FROM ledger_transaction t LEFT JOIN recharge r ON r.ledger_transaction_id = t.id
    WHERE t.kind = 'RECHARGE' AND r.id IS NULL`,

  'refunds are no more than the payment, and what is done is booked in full': sql`
    SELECT f.id FROM refund f JOIN recharge r ON r.id = f.recharge_id
    LEFT JOIN ledger_entry e ON e.transaction_id = f.ledger_transaction_id AND e.account_id = 'payments:' || f.method
    WHERE (f.status = 'SUCCEEDED' AND f.source <> 'QUARANTINE') <> (e.amount IS NOT NULL AND e.amount = f.amount)
      OR (f.status <> 'FAILED' AND f.source <> 'PROVIDER' AND r.received_amount <
        (SELECT sum(amount) FROM refund o WHERE o.recharge_id = r.id AND o.status <> 'FAILED' AND o.source <> 'PROVIDER'))`,

  'every REFUND belongs to a refund': sql`
    SELECT t.id FROM ledger_transaction t LEFT JOIN refund f ON f.ledger_transaction_id = t.id
    WHERE t.kind = 'REFUND' AND f.id IS NULL`,

  'a refund is held until it is done': sql`
    SELECT f.id FROM refund f LEFT JOIN hold h ON h.refund_id = f.id AND h.released_at IS NULL
    WHERE (f.status = 'PENDING' AND f.source = 'WALLET') <> (h.amount IS NOT NULL AND h.amount = f.amount)`,

  'what a provider holds for us is what it was paid less what it gave back': sql`
    SELECT * FROM
      (SELECT account_id, -sum(amount) AS booked FROM ledger_entry WHERE starts_with(account_id, 'payments:')
       GROUP BY account_id) AS ledger
    JOIN (SELECT 'payments:' || method AS account_id, sum(received_amount) AS received
      FROM recharge WHERE status = 'PAID' GROUP BY method) AS paid USING (account_id)
    LEFT JOIN (SELECT 'payments:' || method AS account_id, sum(amount) AS refunded
      FROM refund WHERE status = 'SUCCEEDED' AND source <> 'QUARANTINE' GROUP BY method) AS given USING (account_id)
    WHERE booked <> received - COALESCE(refunded, 0)`,

  'every operator who moved money has a name and a reason': sql`
    SELECT id FROM ledger_transaction
    WHERE (kind = 'ADJUSTMENT' AND (actor IS NULL OR reason IS NULL OR reason = '')) OR (actor IS NOT NULL AND reason IS NULL)`,

  'no disk is given up unannounced': sql`
    SELECT d.subject, d.episode FROM dunning_step d
    WHERE d.kind = 'DESTROY' AND d.done_at > billing_clock() - interval '90 days' AND NOT EXISTS (
      SELECT FROM dunning_step n WHERE n.subject = d.subject AND n.episode = d.episode AND n.kind <> 'DESTROY'
        AND n.done_at < d.done_at)`,

  'deferred revenue is what live terms have paid': sql`
    SELECT * FROM
      (SELECT COALESCE(sum(amount), 0) AS deferred FROM ledger_entry WHERE account_id = 'deferred-revenue') AS booked,
      (SELECT COALESCE(sum(term_charge - term_credited), 0) AS paid FROM workload_order WHERE state IN ('PLACED', 'ACTIVE')) AS terms
    WHERE deferred <> paid`,

  'what terms gave back is what their orders say': sql`
    SELECT o.id, o.term_charge, o.term_credited, given.amount FROM workload_order o LEFT JOIN (
      SELECT t.order_id, -sum(e.amount) AS amount FROM ledger_transaction t JOIN ledger_entry e ON e.transaction_id = t.id
      WHERE t.kind = 'TERM_REFUND' AND e.account_id = 'deferred-revenue' GROUP BY t.order_id) AS given ON given.order_id = o.id
    WHERE o.term_credited <> COALESCE(given.amount, 0)`,

  'term revenue is what terms that are over have kept': sql`
    SELECT * FROM
      (SELECT COALESCE(sum(amount), 0) AS revenue FROM ledger_entry WHERE account_id = 'term-revenue') AS booked,
      (SELECT COALESCE(sum(term_charge - term_credited), 0) AS kept FROM workload_order WHERE state IN ('REJECTED', 'CLOSED')) AS terms
    WHERE revenue <> kept`,
};

/** Runs all checks; an empty list is what everybody wants. */
export async function findViolations(database: Database): Promise<Violation[]> {
  const violations: Violation[] = [];
  for (const [invariant, query] of Object.entries(invariants)) {
    const { rows } = await sql<{ row: object }>`
      SELECT to_jsonb(broken) AS row FROM (${query}) AS broken LIMIT ${LIMIT}`.execute(database);
    violations.push(...rows.map(({ row }) => ({ invariant, row })));
  }
  return violations;
}
