-- A settlement writes a record for each machine of a customer, who may have thousands.

-- Usage is paid by no method, so none is looked up for it: a function with a query of its own costs as much as the record.
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

-- Which runs are unsettled, and in which hour they were last charged: what indexes ask for. None of them has the cursor itself,
-- so that charging a run again within the hour renews no index (PostgreSQL's HOT), for which its page has room.
CREATE FUNCTION hour_of(at timestamptz) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT elapsed_ms('epoch', at) / 3600000
$$;
DROP INDEX usage_segment_unsettled, usage_segment_owing, usage_segment_open_by_cursor;
ALTER TABLE usage_segment SET (fillfactor = 70);
ALTER TABLE usage_segment
  ADD COLUMN is_settled boolean NOT NULL GENERATED ALWAYS AS (stopped_at IS NOT NULL AND charged_through = stopped_at) STORED,
  ADD COLUMN charged_hour bigint NOT NULL GENERATED ALWAYS AS (hour_of(charged_through)) STORED;
CREATE INDEX usage_segment_unsettled ON usage_segment (account_id) WHERE NOT is_settled;
CREATE INDEX usage_segment_owing ON usage_segment (account_id) WHERE NOT is_settled AND stopped_at IS NOT NULL;
-- Runs of reserved terms are never charged, and would be found at every look.
CREATE INDEX usage_segment_by_hour ON usage_segment (charged_hour) WHERE stopped_at IS NULL AND price > 0;
ALTER TABLE usage_rating SET (fillfactor = 70);
ALTER TABLE hold SET (fillfactor = 70);

-- Looked at after the change: before it, each row would be locked once more.
DROP TRIGGER same_run ON usage_segment;
CREATE TRIGGER same_run AFTER UPDATE ON usage_segment FOR EACH ROW
  WHEN ((OLD.order_id, OLD.account_id, OLD.workload_uid, OLD.run_id, OLD.price, OLD.unit, OLD.quantity, OLD.started_at)
      IS DISTINCT FROM
        (NEW.order_id, NEW.account_id, NEW.workload_uid, NEW.run_id, NEW.price, NEW.unit, NEW.quantity, NEW.started_at)
    OR NEW.charged < OLD.charged OR NEW.credited < OLD.credited)
  EXECUTE FUNCTION refuse_other_run();

CREATE OR REPLACE FUNCTION accruals(accounts text[], at timestamptz)
RETURNS TABLE (segment_id bigint, order_id uuid, account_id text, is_open boolean, amount bigint)
LANGUAGE sql STABLE AS $$
  SELECT id, order_id, account_id, is_open,
    owed - lag(owed, 1, booked) OVER (PARTITION BY order_id, price, unit ORDER BY is_open, id)
  FROM (
    SELECT s.id, s.order_id, s.account_id, s.price, s.unit, s.stopped_at IS NULL AS is_open,
      COALESCE(r.amount, 0) AS booked,
      COALESCE(r.rounding, 0) + due(s.price, s.quantity, s.unit, (COALESCE(r.rated_ms, 0)
        + sum(elapsed_ms(s.charged_through,
            COALESCE(s.stopped_at, GREATEST(s.charged_through, LEAST(at, s.uncharged_from)))))
          OVER (PARTITION BY s.order_id, s.price, s.unit ORDER BY s.stopped_at IS NULL, s.id))::bigint) AS owed
    FROM usage_segment s LEFT JOIN usage_rating r USING (order_id, price, unit)
    WHERE s.account_id = ANY(accounts) AND NOT s.is_settled
  ) AS run
$$;
