-- What is earned by day and by how orders are billed, for the overview. Nothing is posted while the past is added up.
LOCK TABLE ledger_entry IN SHARE ROW EXCLUSIVE MODE;

CREATE TABLE revenue_sum (
  mode   text NOT NULL CHECK (mode IN ('ON_DEMAND', 'RESERVED', 'SPOT')),
  day    date NOT NULL,
  amount bigint NOT NULL
);
CREATE INDEX revenue_sum_by_day ON revenue_sum (day);
SELECT withdraw_rights('revenue_sum', 'UPDATE, TRUNCATE');

COMMENT ON TABLE revenue_sum IS 'what wallets paid for machines, less what came back; several rows may add up to one sum';
COMMENT ON COLUMN revenue_sum.mode IS 'how the order is billed';
COMMENT ON COLUMN revenue_sum.day IS 'of Asia/Shanghai, as in billing_record';
COMMENT ON COLUMN revenue_sum.amount IS 'fen';

INSERT INTO revenue_sum (mode, day, amount)
SELECT o.mode, r.day, -sum(r.amount) FROM billing_record r JOIN workload_order o ON o.id = r.order_id
WHERE r.kind IN ('USAGE', 'TERM', 'TERM_REFUND') GROUP BY o.mode, r.day;

-- As before, and revenue by mode: each order of the entries is looked up once.
CREATE OR REPLACE FUNCTION sum_entries() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  WITH moved AS MATERIALIZED (
    SELECT e.account_id, e.amount, e.sequence, e.balance_after, t.kind, t.order_id, t.actor, t.reason,
      date_trunc('hour', COALESCE(l.started_at, t.at), 'Asia/Shanghai') AS hour, COALESCE(l.ended_at, t.at) AS at,
      CASE WHEN l.transaction_id IS NULL THEN t.id END AS own_id,
      COALESCE(elapsed_ms(l.started_at, l.ended_at), 0) * CASE t.kind WHEN 'USAGE_CREDIT' THEN -1 ELSE 1 END AS ms
    FROM entered e JOIN ledger_transaction t ON t.id = e.transaction_id LEFT JOIN usage_line l USING (transaction_id)
    WHERE e.sequence IS NOT NULL
  ),
  hourly AS MATERIALIZED (
    SELECT account_id, kind, hour, sum(amount) AS amount FROM moved GROUP BY account_id, kind, hour
  ),
  daily AS (
    INSERT INTO wallet_sum (account_id, span, starts_at, kind, amount)
    SELECT account_id, 'DAY', date_trunc('day', hour, 'Asia/Shanghai') AS day, kind, sum(amount)
    FROM hourly GROUP BY account_id, day, kind
    ON CONFLICT (account_id, span, starts_at, kind) DO UPDATE SET amount = wallet_sum.amount + excluded.amount
  ),
  everybody AS (
    INSERT INTO platform_sum (measure, starts_at, amount)
    SELECT kind, hour, sum(amount) FROM hourly GROUP BY kind, hour
  ),
  earned AS (
    INSERT INTO revenue_sum (mode, day, amount)
    SELECT o.mode, (hour AT TIME ZONE 'Asia/Shanghai')::date AS day, -sum(paid.amount)
    FROM (
      SELECT order_id, hour, sum(amount) AS amount FROM moved
      WHERE kind IN ('USAGE', 'USAGE_CREDIT', 'TERM', 'TERM_REFUND') GROUP BY order_id, hour
    ) AS paid JOIN workload_order o ON o.id = paid.order_id
    GROUP BY o.mode, day
  )
  INSERT INTO billing_record AS record
    (account_id, order_id, day, transaction_id, kind, amount, method, ms, sequence, balance_after, at, actor, reason)
  SELECT account_id, order_id, day, own_id, CASE WHEN own_id IS NULL THEN 'USAGE' ELSE max(kind) END, sum(amount),
    CASE WHEN own_id IS NOT NULL THEN method_of(own_id, max(kind)) END, sum(ms), max(sequence),
    (array_agg(balance_after ORDER BY sequence DESC))[1],
    LEAST(max(at), (day + 1)::timestamp AT TIME ZONE 'Asia/Shanghai'), max(actor), max(reason)
  FROM moved, LATERAL (SELECT (hour AT TIME ZONE 'Asia/Shanghai')::date AS day) AS began
  GROUP BY account_id, order_id, day, own_id
  ON CONFLICT (order_id, day, transaction_id) DO UPDATE SET amount = record.amount + excluded.amount,
    ms = record.ms + excluded.ms, sequence = excluded.sequence, balance_after = excluded.balance_after,
    at = GREATEST(record.at, excluded.at);
  RETURN NULL;
END $$;
