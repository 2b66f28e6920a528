-- References of the ledger are looked at once per statement rather than once per row. What they point at is never removed
-- and keeps its id, whoever asks, so one look, when the reference is made, says as much as a foreign key.

-- Rows of such a table are never removed, and keep what others know them by.
CREATE FUNCTION make_kept(target regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE OR UPDATE OF id ON %s
                  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', target);
END $$;
SELECT make_kept(name::regclass) FROM unnest(ARRAY['ledger_account', 'workload_order', 'usage_segment']) AS name;

-- Each look-up is by the key's index, however many rows there were when the plan was made.
CREATE FUNCTION refuse_lost_orders() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  wrong uuid;
BEGIN
  SELECT order_id INTO wrong FROM added a
  WHERE order_id IS NOT NULL AND NOT EXISTS (SELECT FROM workload_order o WHERE o.id = a.order_id) LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'There is no order %', wrong USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER of_order AFTER INSERT ON ledger_transaction REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_lost_orders();
ALTER TABLE ledger_transaction DROP CONSTRAINT ledger_transaction_order_id_fkey;

CREATE FUNCTION refuse_lost_lines() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  wrong bigint;
BEGIN
  SELECT transaction_id INTO wrong FROM added a
  WHERE NOT EXISTS (SELECT FROM ledger_transaction t WHERE t.id = a.transaction_id)
    OR NOT EXISTS (SELECT FROM usage_segment s WHERE s.id = a.segment_id) LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'The line of transaction % belongs to no run', wrong USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER of_run AFTER INSERT ON usage_line REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_lost_lines();
ALTER TABLE usage_line DROP CONSTRAINT usage_line_transaction_id_fkey, DROP CONSTRAINT usage_line_segment_id_fkey;

CREATE OR REPLACE FUNCTION refuse_unsound_entries() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  wrong text;
BEGIN
  SELECT transaction_id INTO wrong FROM added GROUP BY transaction_id HAVING sum(amount) <> 0
    OR NOT EXISTS (SELECT FROM ledger_transaction t WHERE t.id = transaction_id) LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'Ledger transaction % is not there, or does not sum to zero', wrong USING ERRCODE = 'check_violation';
  END IF;
  SELECT account_id INTO wrong FROM added a GROUP BY account_id
    HAVING NOT EXISTS (SELECT FROM ledger_account l WHERE l.id = a.account_id) LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'There is no account %', wrong USING ERRCODE = 'foreign_key_violation';
  END IF;
  SELECT a.account_id INTO wrong
  FROM added a LEFT JOIN ledger_entry before ON before.account_id = a.account_id AND before.sequence = a.sequence - 1
  WHERE a.sequence IS NOT NULL
    AND (a.balance_after <> COALESCE(before.balance_after, 0) + a.amount OR (before.sequence IS NULL) <> (a.sequence = 1))
  LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'An entry of % does not follow the one before it', wrong USING ERRCODE = 'check_violation';
  END IF;
  SELECT account_id INTO wrong FROM added a JOIN wallet w USING (account_id) WHERE a.sequence > w.sequence LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'The balance of % leaves out an entry', wrong USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
ALTER TABLE ledger_entry DROP CONSTRAINT ledger_entry_transaction_id_fkey, DROP CONSTRAINT ledger_entry_account_id_fkey;

-- Days are added up from hours, not from entries once more.
CREATE OR REPLACE FUNCTION sum_entries() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  WITH hourly AS MATERIALIZED (
    SELECT e.account_id, t.kind, date_trunc('hour', COALESCE(l.started_at, t.at), 'Asia/Shanghai') AS hour,
      sum(e.amount) AS amount
    FROM entered e JOIN ledger_transaction t ON t.id = e.transaction_id LEFT JOIN usage_line l USING (transaction_id)
    WHERE e.sequence IS NOT NULL
    GROUP BY 1, 2, 3
  )
  INSERT INTO wallet_sum (account_id, span, starts_at, kind, amount)
  SELECT account_id, span, date_trunc(lower(span), hour, 'Asia/Shanghai') AS start, kind, sum(amount)
  FROM hourly, unnest(ARRAY['DAY', 'HOUR']) AS span
  GROUP BY account_id, span, start, kind
  ON CONFLICT (account_id, span, starts_at, kind) DO UPDATE SET amount = wallet_sum.amount + excluded.amount;
  RETURN NULL;
END $$;

-- Totals take adjustments from the ledger, all else from the sums.
CREATE INDEX ledger_transaction_adjustments ON ledger_transaction (at) WHERE kind = 'ADJUSTMENT';
