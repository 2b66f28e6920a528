-- What lists, totals and the overview show is kept as it is posted, so that none of them reads a whole history.

-- One row per record of the billing list: the usage of an order on a day of Asia/Shanghai, or one other posting.
CREATE TABLE billing_record (
  -- Decides between records of the same time.
  id             bigint GENERATED ALWAYS AS IDENTITY,
  account_id     text NOT NULL,
  order_id       uuid,
  -- The day on which the usage began, or on which it was posted.
  day            date NOT NULL,
  -- NULL for usage, which has a transaction for every hour.
  transaction_id bigint,
  -- Credits of usage belong to the usage of their day.
  kind           text NOT NULL CHECK (kind <> 'USAGE_CREDIT' AND (kind = 'USAGE') = (transaction_id IS NULL)),
  -- What the wallet got; negative: gave. Fen.
  amount         bigint NOT NULL,
  type           text NOT NULL GENERATED ALWAYS AS (
    CASE WHEN kind = 'RECHARGE' OR (kind = 'ADJUSTMENT' AND amount > 0) THEN 'RECHARGE' ELSE 'DEDUCTION' END) STORED,
  -- How it was paid; ADMIN where an operator gave or took it. NULL for all else.
  method         text,
  -- For how long machines ran.
  ms             bigint NOT NULL,
  -- Of its newest entry.
  sequence       bigint NOT NULL,
  balance_after  bigint NOT NULL,
  -- When its newest usage ended, at most the end of the day, or when it was posted.
  at             timestamptz NOT NULL,
  actor          text,
  reason         text
);

-- How a payment or its refund was paid: the account that the wallet's money came from or went to says it.
CREATE FUNCTION method_of(posted bigint, kind text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN kind = 'ADJUSTMENT' THEN 'ADMIN' WHEN kind IN ('RECHARGE', 'REFUND') THEN (
    SELECT substr(account_id, length('payments:') + 1) FROM ledger_entry
    WHERE transaction_id = posted AND starts_with(account_id, 'payments:')) END
$$;

INSERT INTO billing_record
  (account_id, order_id, day, transaction_id, kind, amount, method, ms, sequence, balance_after, at, actor, reason)
SELECT account_id, order_id, day, own_id, CASE WHEN own_id IS NULL THEN 'USAGE' ELSE max(kind) END, sum(amount),
  method_of(own_id, max(kind)), sum(ms), max(sequence), (array_agg(balance_after ORDER BY sequence DESC))[1],
  LEAST(max(at), (day + 1)::timestamp AT TIME ZONE 'Asia/Shanghai'), max(actor), max(reason)
FROM (
  SELECT e.account_id, e.amount, e.sequence, e.balance_after, t.kind, t.order_id, t.actor, t.reason,
    (COALESCE(l.started_at, t.at) AT TIME ZONE 'Asia/Shanghai')::date AS day, COALESCE(l.ended_at, t.at) AS at,
    CASE WHEN l.transaction_id IS NULL THEN t.id END AS own_id,
    COALESCE(elapsed_ms(l.started_at, l.ended_at), 0) * CASE t.kind WHEN 'USAGE_CREDIT' THEN -1 ELSE 1 END AS ms
  FROM ledger_entry e JOIN ledger_transaction t ON t.id = e.transaction_id LEFT JOIN usage_line l USING (transaction_id)
  WHERE e.sequence IS NOT NULL
  ORDER BY t.id) AS moved
GROUP BY account_id, order_id, day, own_id;

ALTER TABLE billing_record ADD CONSTRAINT billing_record_once UNIQUE NULLS NOT DISTINCT (order_id, day, transaction_id);
CREATE INDEX billing_record_by_account ON billing_record (account_id, sequence);
CREATE INDEX billing_record_by_time ON billing_record (at, id);
CREATE INDEX billing_record_recharges ON billing_record (at, id) WHERE type = 'RECHARGE';
CREATE INDEX billing_record_by_method ON billing_record (method, at, id) WHERE method IS NOT NULL;
SELECT withdraw_rights('billing_record', 'DELETE, TRUNCATE');
-- Totals took adjustments from the ledger before.
DROP INDEX ledger_transaction_adjustments;
-- The lines of a run on one day.
DROP INDEX usage_line_by_segment;
CREATE INDEX usage_line_by_segment ON usage_line (segment_id, started_at);
CREATE INDEX workload_order_by_name ON workload_order (name);

-- What everybody's comes to: by hour what wallets got, by the kind of posting, and how many users and how much burn there
-- is. Several rows may add up to one sum, so that nobody waits for another who adds to it; the worker merges them, those of
-- hours long past into their day.
CREATE TABLE platform_sum (
  -- A kind of posting, in fen; USERS, ACTIVE_USERS; or BURN, in micro-yuan per hour.
  measure   text NOT NULL,
  -- An hour or a day of Asia/Shanghai; the epoch for what is counted as of now.
  starts_at timestamptz NOT NULL,
  amount    bigint NOT NULL
);
CREATE INDEX platform_sum_by_time ON platform_sum (starts_at);

-- Hours are kept for some days only, and were kept for each wallet.
INSERT INTO platform_sum (measure, starts_at, amount)
SELECT kind, starts_at, sum(amount) FROM wallet_sum, (
  SELECT date_trunc('day', billing_clock() - interval '1 day', 'Asia/Shanghai') AS day) AS recent
WHERE (span = 'DAY') = (starts_at < recent.day)
GROUP BY kind, starts_at;
DELETE FROM wallet_sum WHERE span = 'HOUR';
DROP INDEX wallet_sum_by_time;

CREATE FUNCTION burn_per_hour(price bigint, quantity bigint, unit text) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT price * quantity * 3600 / unit_seconds(unit)
$$;
INSERT INTO platform_sum (measure, starts_at, amount)
SELECT 'USERS', timestamptz 'epoch', count(*) FROM user_account WHERE role = 'USER'
UNION ALL SELECT 'ACTIVE_USERS', 'epoch', count(*) FROM user_account WHERE role = 'USER' AND status = 'active'
UNION ALL SELECT 'BURN', 'epoch', COALESCE(sum(burn_per_hour(price, quantity, unit)), 0)
  FROM usage_segment WHERE stopped_at IS NULL;

-- Runs after the whole statement, when the lines of usage that it wrote are there too.
CREATE OR REPLACE FUNCTION sum_entries() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
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
    method_of(own_id, max(kind)), sum(ms), max(sequence), (array_agg(balance_after ORDER BY sequence DESC))[1],
    LEAST(max(at), (day + 1)::timestamp AT TIME ZONE 'Asia/Shanghai'), max(actor), max(reason)
  FROM moved, LATERAL (SELECT (hour AT TIME ZONE 'Asia/Shanghai')::date AS day) AS began
  GROUP BY account_id, order_id, day, own_id
  ON CONFLICT (order_id, day, transaction_id) DO UPDATE SET amount = record.amount + excluded.amount,
    ms = record.ms + excluded.ms, sequence = excluded.sequence, balance_after = excluded.balance_after,
    at = GREATEST(record.at, excluded.at);
  RETURN NULL;
END $$;

CREATE FUNCTION sum_users() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO platform_sum (measure, starts_at, amount) VALUES ('USERS', 'epoch', 1);
  END IF;
  IF TG_OP = 'UPDATE' OR NEW.status = 'active' THEN
    INSERT INTO platform_sum (measure, starts_at, amount)
    VALUES ('ACTIVE_USERS', 'epoch', CASE NEW.status WHEN 'active' THEN 1 ELSE -1 END);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER summed AFTER INSERT ON user_account
  FOR EACH ROW WHEN (NEW.role = 'USER') EXECUTE FUNCTION sum_users();
CREATE TRIGGER summed_again AFTER UPDATE OF status ON user_account
  FOR EACH ROW WHEN (NEW.role = 'USER' AND NEW.status <> OLD.status) EXECUTE FUNCTION sum_users();

CREATE FUNCTION sum_burn() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO platform_sum (measure, starts_at, amount)
  VALUES ('BURN', 'epoch', burn_per_hour(NEW.price, NEW.quantity, NEW.unit) * CASE WHEN NEW.stopped_at IS NULL THEN 1 ELSE -1 END);
  RETURN NULL;
END $$;
CREATE TRIGGER summed AFTER INSERT ON usage_segment
  FOR EACH ROW WHEN (NEW.stopped_at IS NULL AND NEW.price > 0) EXECUTE FUNCTION sum_burn();
CREATE TRIGGER summed_again AFTER UPDATE OF stopped_at ON usage_segment
  FOR EACH ROW WHEN ((NEW.stopped_at IS NULL) <> (OLD.stopped_at IS NULL) AND NEW.price > 0) EXECUTE FUNCTION sum_burn();

-- When what a wallet has is used up at the present burn. It is foreseen with the steps, at every change of money or runs, so
-- that those whose money ends soon are found without adding up what everybody's machines cost.
ALTER TABLE dunning ADD COLUMN funds_end_at timestamptz;
CREATE INDEX dunning_by_end ON dunning (funds_end_at) WHERE funds_end_at IS NOT NULL;
UPDATE dunning SET look_at = LEAST(look_at, billing_clock())
WHERE account_id IN (SELECT account_id FROM usage_segment WHERE stopped_at IS NULL AND price > 0);
