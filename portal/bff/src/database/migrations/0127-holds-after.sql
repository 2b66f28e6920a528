-- What wallets put aside for orders is worked out in one place: settlement applies it, and funding foresees by it.

-- A run that gets back less than it was written off gives the wallet nothing.
CREATE OR REPLACE FUNCTION accruals(accounts text[], at timestamptz)
RETURNS TABLE (segment_id bigint, order_id uuid, account_id text, is_open boolean, amount bigint)
LANGUAGE sql STABLE AS $$
  SELECT id, order_id, account_id, is_open, GREATEST(amount, LEAST(amount + written_off, 0))
  FROM (
    SELECT id, order_id, account_id, is_open, written_off,
      owed - lag(owed, 1, booked) OVER (PARTITION BY order_id, price, unit ORDER BY is_open, id) AS amount
    FROM (
      SELECT s.id, s.order_id, s.account_id, s.price, s.unit, s.stopped_at IS NULL AS is_open, s.written_off,
        COALESCE(r.amount, 0) AS booked,
        COALESCE(r.rounding, 0) + due(s.price, s.quantity, s.unit, (COALESCE(r.rated_ms, 0)
          + sum(elapsed_ms(s.charged_through,
              COALESCE(s.stopped_at, GREATEST(s.charged_through, LEAST(at, s.uncharged_from)))))
            OVER (PARTITION BY s.order_id, s.price, s.unit ORDER BY s.stopped_at IS NULL, s.id))::bigint) AS owed
      FROM usage_segment s LEFT JOIN usage_rating r USING (order_id, price, unit)
      WHERE s.account_id = ANY(accounts) AND NOT s.is_settled
    ) AS rated
  ) AS run
$$;
COMMENT ON FUNCTION accruals IS
  'what the unsettled runs of wallets owe at a time beyond what they were charged; negative: what the wallet gets back';

CREATE TYPE order_charge AS (account_id text, order_id uuid, amount bigint);
COMMENT ON TYPE order_charge IS 'what a run of an order costs, or gives back where it is negative';

-- Each order's charges are drawn from its own hold, then from what is available in the wallet. Then all holds are filled up in
-- their order from what is left and was given back.
CREATE FUNCTION holds_after(accounts text[], charges order_charge[])
RETURNS TABLE (id bigint, account_id text, order_id uuid, amount bigint, change bigint, beyond bigint)
LANGUAGE sql STABLE AS $$
  WITH charged AS (
    SELECT account_id, order_id, sum(GREATEST(amount, 0)) AS cost, sum(GREATEST(-amount, 0)) AS credit
    FROM unnest(charges) GROUP BY account_id, order_id
  ),
  drawn AS (
    SELECT h.id, account_id, order_id, h.amount, target, target - GREATEST(h.amount - COALESCE(cost, 0), 0) AS lacking,
      GREATEST(COALESCE(cost, 0) - COALESCE(h.amount, 0), 0) AS excess, COALESCE(credit, 0) AS credit
    FROM (SELECT * FROM hold WHERE account_id = ANY(accounts) AND released_at IS NULL) AS h
      FULL JOIN charged USING (account_id, order_id)
  ),
  filling AS (
    SELECT drawn.*, sum(lacking) OVER earlier AS lacking_so_far, sum(lacking) OVER whole AS lacking_of_all,
      GREATEST(balance - held - sum(excess) OVER whole, 0) + sum(credit) OVER whole AS free
    FROM drawn JOIN (SELECT * FROM wallet WHERE account_id = ANY(accounts)) AS w USING (account_id)
    WINDOW whole AS (PARTITION BY account_id), earlier AS (PARTITION BY account_id ORDER BY id)
  ),
  filled AS (
    SELECT filling.*,
      (target - lacking + LEAST(free, lacking_so_far) - LEAST(free, lacking_so_far - lacking))::bigint AS amount_after
    FROM filling WHERE id IS NOT NULL
  )
  SELECT id, account_id, order_id, amount_after, amount_after - amount, GREATEST(free - lacking_of_all, 0)::bigint FROM filled
$$;
COMMENT ON FUNCTION holds_after IS
  'the live holds of wallets once these charges are paid, by how much each changes, and what the wallet has beyond all of them';
