-- Usage is rounded once per order and price, over all its runs; and there is no minimum for a run any more.

-- What the runs of an order at one price come to, as far as they are charged.
CREATE TABLE usage_rating (
  order_id uuid NOT NULL REFERENCES workload_order,
  price    bigint NOT NULL CHECK (price >= 0),
  unit     text NOT NULL,
  quantity bigint NOT NULL CHECK (quantity > 0),
  -- How long they have run, as far as that is charged.
  rated_ms bigint NOT NULL CHECK (rated_ms >= 0),
  -- What was charged and written off for it, less credits.
  amount   bigint NOT NULL,
  -- What runs before this table came to beyond the sum of their time, each rounded alone.
  rounding bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (order_id, price, unit)
);

INSERT INTO usage_rating (order_id, price, unit, quantity, rated_ms, amount, rounding)
SELECT order_id, price, unit, quantity, ms, booked, booked - due(price, quantity, unit, ms) FROM (
  SELECT order_id, price, unit, quantity, sum(elapsed_ms(started_at, charged_through))::bigint AS ms,
    sum(charged + written_off - credited)::bigint AS booked
  FROM usage_segment GROUP BY order_id, price, unit, quantity) AS run;

-- A run that was charged for a minimum gets the difference back at the next settlement.
DROP INDEX usage_segment_unsettled;
ALTER TABLE usage_segment DROP COLUMN billed_until;
ALTER TABLE usage_segment ADD CHECK (stopped_at >= started_at);
CREATE INDEX usage_segment_unsettled ON usage_segment (account_id)
  WHERE stopped_at IS NULL OR charged_through <> stopped_at;
CREATE INDEX usage_segment_open_by_cursor ON usage_segment (charged_through) WHERE stopped_at IS NULL;

-- What the unsettled runs of wallets owe at a time beyond what they were charged; negative where they owe less.
CREATE FUNCTION accruals(accounts text[], at timestamptz)
RETURNS TABLE (segment_id bigint, order_id uuid, account_id text, is_open boolean, amount bigint)
LANGUAGE sql STABLE AS $$
  SELECT id, order_id, account_id, is_open,
    owed - lag(owed, 1, booked) OVER (PARTITION BY order_id, price, unit ORDER BY is_open, id)
  FROM (
    SELECT s.id, s.order_id, s.account_id, s.price, s.unit, s.stopped_at IS NULL AS is_open,
      COALESCE(r.amount, 0) AS booked,
      COALESCE(r.rounding, 0) + due(s.price, s.quantity, s.unit, (COALESCE(r.rated_ms, 0)
        + sum(elapsed_ms(s.charged_through, COALESCE(s.stopped_at, GREATEST(s.charged_through, at))))
          OVER (PARTITION BY s.order_id, s.price, s.unit ORDER BY s.stopped_at IS NULL, s.id))::bigint) AS owed
    FROM usage_segment s LEFT JOIN usage_rating r USING (order_id, price, unit)
    WHERE s.account_id = ANY(accounts) AND (s.stopped_at IS NULL OR s.charged_through <> s.stopped_at)
  ) AS run
$$;
