-- From when a run that goes on is charged no more: its spot machine was told that it will be stopped. What is shown until it is
-- stopped is then what it will have cost.
ALTER TABLE usage_segment ADD COLUMN uncharged_from timestamptz;

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
    WHERE s.account_id = ANY(accounts) AND (s.stopped_at IS NULL OR s.charged_through <> s.stopped_at)
  ) AS run
$$;

-- Such a run burns nothing.
CREATE FUNCTION is_burning(stopped_at timestamptz, uncharged_from timestamptz) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT stopped_at IS NULL AND uncharged_from IS NULL
$$;
CREATE OR REPLACE FUNCTION sum_burn() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO platform_sum (measure, starts_at, amount)
  VALUES ('BURN', 'epoch', burn_per_hour(NEW.price, NEW.quantity, NEW.unit)
    * CASE WHEN is_burning(NEW.stopped_at, NEW.uncharged_from) THEN 1 ELSE -1 END);
  RETURN NULL;
END $$;
DROP TRIGGER summed_again ON usage_segment;
CREATE TRIGGER summed_again AFTER UPDATE OF stopped_at, uncharged_from ON usage_segment
  FOR EACH ROW WHEN (NEW.price > 0
    AND is_burning(NEW.stopped_at, NEW.uncharged_from) <> is_burning(OLD.stopped_at, OLD.uncharged_from))
  EXECUTE FUNCTION sum_burn();
DROP TRIGGER look_again ON usage_segment;
CREATE TRIGGER look_again AFTER INSERT OR UPDATE OF stopped_at, uncharged_from ON usage_segment
  FOR EACH ROW WHEN (NEW.price > 0) EXECUTE FUNCTION look_again_at_wallet();
