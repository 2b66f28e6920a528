/** Invariants of sums over the whole books. They follow from the other invariants if those hold for every part. */
import { sql, type RawBuilder } from 'kysely';

export const sumInvariants: Readonly<Record<string, RawBuilder<object>>> = {
  'the balance and sequence of a wallet match the sum and number of its entries': sql`
    SELECT w.account_id, w.balance, w.sequence, a.amount AS archived, sum(e.amount), count(e.amount)
    FROM wallet w LEFT JOIN ledger_entry e USING (account_id) LEFT JOIN archived_entries a USING (account_id)
    GROUP BY w.account_id, a.account_id
    HAVING w.balance <> COALESCE(sum(e.amount), 0) + COALESCE(a.amount, 0)
      OR w.sequence <> count(e.amount) + COALESCE(a.entries, 0)`,

  'records match their entries': sql`
    SELECT * FROM (
      SELECT COALESCE(t.order_id::text, '') AS order_id, (COALESCE(l.started_at, t.at) AT TIME ZONE 'Asia/Shanghai')::date AS day,
        CASE WHEN l.transaction_id IS NULL THEN t.id ELSE 0 END AS transaction_id, sum(e.amount) AS said, max(e.sequence) AS newest
      FROM ledger_entry e JOIN ledger_transaction t ON t.id = e.transaction_id LEFT JOIN usage_line l ON l.transaction_id = t.id
      WHERE e.sequence IS NOT NULL GROUP BY 1, 2, 3) AS entry
    FULL JOIN billing_record r ON COALESCE(r.order_id::text, '') = entry.order_id AND r.day = entry.day
      AND COALESCE(r.transaction_id, 0) = entry.transaction_id
    WHERE (amount, sequence) IS DISTINCT FROM (said, newest)
      AND (kind IS DISTINCT FROM 'USAGE' OR r.day >= (SELECT archived_before FROM books_check))`,

  'platform totals match the wallets': sql`
    SELECT * FROM (
      SELECT kind, starts_at AS day, sum(amount) AS amount FROM wallet_sum WHERE span = 'DAY' GROUP BY 1, 2) AS wallets
    FULL JOIN (
      SELECT measure AS kind, date_trunc('day', starts_at, 'Asia/Shanghai') AS day, sum(amount) AS amount FROM platform_sum
      WHERE starts_at > 'epoch' GROUP BY 1, 2) AS platform USING (kind, day)
    WHERE COALESCE(wallets.amount, 0) <> COALESCE(platform.amount, 0)`,

  'revenue by mode matches the records of its orders': sql`
    SELECT * FROM (
      SELECT mode, day, -sum(amount) AS amount FROM billing_record r JOIN workload_order o ON o.id = r.order_id
      WHERE kind IN ('USAGE', 'TERM', 'TERM_REFUND') GROUP BY 1, 2) AS record
    FULL JOIN (SELECT mode, day, sum(amount) AS amount FROM revenue_sum GROUP BY 1, 2) AS revenue USING (mode, day)
    WHERE COALESCE(record.amount, 0) <> COALESCE(revenue.amount, 0)`,

  'user and burn totals of the platform are correct': sql`
    SELECT * FROM (
      SELECT 'USERS' AS measure, count(*)::numeric AS amount FROM user_account WHERE role = 'USER'
      UNION ALL SELECT 'ACTIVE_USERS', count(*) FROM user_account WHERE role = 'USER' AND status = 'active'
      UNION ALL SELECT 'BURN', COALESCE(sum(burn_per_hour(price, quantity, unit)), 0) FROM usage_segment
        WHERE is_burning(stopped_at, uncharged_from)
    ) AS there FULL JOIN (
      SELECT measure, sum(amount) AS amount FROM platform_sum WHERE starts_at = 'epoch' GROUP BY measure) AS sum USING (measure)
    WHERE COALESCE(there.amount, 0) <> COALESCE(sum.amount, 0)`,

  'the charge of a run matches its lines': sql`
    SELECT s.id, s.charged, s.credited, s.written_off FROM usage_segment s
    LEFT JOIN usage_line l ON l.segment_id = s.id
    LEFT JOIN ledger_entry paid ON paid.transaction_id = l.transaction_id AND paid.account_id = s.account_id
    LEFT JOIN ledger_entry lost ON lost.transaction_id = l.transaction_id AND lost.account_id = 'write-off'
    WHERE s.started_at >= (SELECT archived_before FROM books_check)::timestamp AT TIME ZONE 'Asia/Shanghai'
    GROUP BY s.id
    HAVING s.charged - s.credited <> -COALESCE(sum(paid.amount), 0) OR s.written_off <> -COALESCE(sum(lost.amount), 0)`,

  'usage revenue equals the charges of runs': sql`
    SELECT * FROM
      (SELECT COALESCE(sum(amount), 0) AS revenue FROM (
        SELECT account_id, amount FROM ledger_entry UNION ALL SELECT account_id, amount FROM archived_entries) AS entry
       WHERE account_id = 'usage-revenue') AS booked,
      (SELECT COALESCE(sum(charged + written_off - credited), 0) AS owed FROM usage_segment) AS rated
    WHERE revenue <> owed`,

  'the balance held by a provider equals payments less refunds': sql`
    SELECT * FROM
      (SELECT account_id, -sum(amount) AS booked FROM ledger_entry WHERE starts_with(account_id, 'payments:')
       GROUP BY account_id) AS ledger
    JOIN (SELECT 'payments:' || method AS account_id, sum(received_amount) AS received
      FROM recharge WHERE status = 'PAID' GROUP BY method) AS paid USING (account_id)
    LEFT JOIN (SELECT 'payments:' || method AS account_id, sum(amount) AS refunded
      FROM refund WHERE status = 'SUCCEEDED' AND source <> 'QUARANTINE' GROUP BY method) AS given USING (account_id)
    WHERE booked <> received - COALESCE(refunded, 0)`,

  'customer debt equals the open receivables': sql`
    SELECT * FROM
      (SELECT -COALESCE(sum(amount), 0) AS booked FROM ledger_entry WHERE account_id = 'refund-receivable') AS ledger,
      (SELECT COALESCE(sum(amount - collected - written_off), 0) AS open FROM receivable) AS receivables
    WHERE booked <> open`,

  'deferred revenue equals the payments of live terms': sql`
    SELECT * FROM
      (SELECT COALESCE(sum(amount), 0) AS deferred FROM ledger_entry WHERE account_id = 'deferred-revenue') AS booked,
      (SELECT COALESCE(sum(term_charge - term_credited), 0) AS paid FROM workload_order WHERE state IN ('PLACED', 'ACTIVE')) AS terms
    WHERE deferred <> paid`,

  'term revenue equals the amounts retained from ended terms': sql`
    SELECT * FROM
      (SELECT COALESCE(sum(amount), 0) AS revenue FROM ledger_entry WHERE account_id = 'term-revenue') AS booked,
      (SELECT COALESCE(sum(term_charge - term_credited), 0) AS kept FROM workload_order WHERE state IN ('REJECTED', 'CLOSED')) AS terms
    WHERE revenue <> kept`,
};
