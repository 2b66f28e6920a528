-- Money: the clock it is counted by, the double-entry ledger and the wallets. Amounts are fen, prices micro-yuan.

-- Rows of such a table are read by the application and written by the owner alone.
CREATE FUNCTION make_read_only(target regclass) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  grantee_name text;
BEGIN
  FOR grantee_name IN
    SELECT DISTINCT r.rolname FROM pg_class c, aclexplode(c.relacl) a JOIN pg_roles r ON r.oid = a.grantee
    WHERE c.oid = target AND a.grantee <> c.relowner
  LOOP
    EXECUTE format('REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON %s FROM %I', target, grantee_name);
  END LOOP;
END $$;

-- Tests and demo data put the billing clock ahead; elsewhere this table stays empty.
CREATE TABLE billing_clock_advance (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  ahead    interval NOT NULL
);
SELECT make_read_only('billing_clock_advance');

-- The only clock of money, in whole milliseconds. Read it after the locks are taken: now() is the time at which the
-- transaction began, and can lie before what it waited for.
CREATE FUNCTION billing_clock() RETURNS timestamptz LANGUAGE sql VOLATILE AS $$
  SELECT date_trunc('milliseconds',
    clock_timestamp() + COALESCE((SELECT ahead FROM billing_clock_advance), interval '0'))
$$;

CREATE FUNCTION elapsed_ms(since timestamptz, until timestamptz) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT floor(extract(epoch FROM until - since) * 1000)::bigint
$$;

CREATE FUNCTION unit_seconds(unit text) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE unit
    WHEN 'SECOND' THEN 1
    WHEN 'MINUTE' THEN 60
    WHEN 'HOUR'   THEN 3600
    WHEN 'DAY'    THEN 86400
    WHEN 'WEEK'   THEN 604800
    WHEN 'MONTH'  THEN 2592000
    WHEN 'YEAR'   THEN 31536000
  END::bigint
$$;

-- What a run owes after so many milliseconds, in fen, rounded half up once: the contract's `due` (a test compares them).
CREATE FUNCTION due(price bigint, quantity bigint, unit text, elapsed bigint) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN elapsed <= 0 THEN 0 ELSE
    div(2::numeric * price * quantity * elapsed + unit_seconds(unit)::numeric * 10000000,
        2::numeric * unit_seconds(unit) * 10000000)::bigint
  END
$$;

-- Whose money it is. `wallet:…` are customers; the others are ours and have entries only, so that no row of them is hot.
CREATE TABLE ledger_account (
  id   text PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('WALLET', 'SYSTEM')),
  CHECK ((kind = 'WALLET') = starts_with(id, 'wallet:'))
);
INSERT INTO ledger_account (id, kind) VALUES
  ('payments:TEST', 'SYSTEM'),
  ('payments:WECHAT', 'SYSTEM'),
  ('adjustments', 'SYSTEM'),
  ('usage-revenue', 'SYSTEM'),
  ('term-revenue', 'SYSTEM'),
  ('deferred-revenue', 'SYSTEM'),
  ('write-off', 'SYSTEM'),
  ('refund-receivable', 'SYSTEM');

CREATE TABLE wallet (
  account_id text PRIMARY KEY REFERENCES ledger_account,
  user_id    text NOT NULL UNIQUE REFERENCES user_account,
  balance    bigint NOT NULL DEFAULT 0,
  -- The part of the balance that live holds have put aside.
  held       bigint NOT NULL DEFAULT 0,
  -- Number of the newest entry.
  sequence   bigint NOT NULL DEFAULT 0,
  CHECK (0 <= held AND held <= balance)
);

-- Every USER has a wallet from its first moment; ADMIN accounts have none.
CREATE FUNCTION open_wallet() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ledger_account (id, kind) VALUES ('wallet:' || NEW.id, 'WALLET');
  INSERT INTO wallet (account_id, user_id) VALUES ('wallet:' || NEW.id, NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER open_wallet AFTER INSERT ON user_account
  FOR EACH ROW WHEN (NEW.role = 'USER') EXECUTE FUNCTION open_wallet();

CREATE TABLE ledger_transaction (
  id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind            text NOT NULL CHECK (kind IN ('RECHARGE', 'REFUND', 'ADJUSTMENT', 'USAGE', 'USAGE_CREDIT',
                                                'TERM', 'TERM_REFUND', 'RECOGNITION')),
  -- The same key posts once; with another input it is refused (ledger.ts).
  idempotency_key text NOT NULL UNIQUE,
  input_hash      bytea NOT NULL,
  at              timestamptz NOT NULL,
  actor           text,
  reason          text,
  -- The order it is for (0003-orders.sql).
  order_id        uuid,
  -- The transaction that this one corrects.
  corrects        bigint REFERENCES ledger_transaction,
  CHECK (kind <> 'ADJUSTMENT' OR (actor IS NOT NULL AND reason IS NOT NULL))
);
SELECT make_append_only('ledger_transaction');

CREATE TABLE ledger_entry (
  transaction_id bigint NOT NULL REFERENCES ledger_transaction,
  account_id     text NOT NULL REFERENCES ledger_account,
  amount         bigint NOT NULL CHECK (amount <> 0),
  -- Of wallets only: the balance after this entry, and its place in the wallet's history.
  balance_after  bigint,
  sequence       bigint,
  PRIMARY KEY (transaction_id, account_id),
  UNIQUE (account_id, sequence),
  CHECK (starts_with(account_id, 'wallet:') = (balance_after IS NOT NULL AND sequence IS NOT NULL)),
  CHECK (balance_after >= 0)
);
SELECT make_append_only('ledger_entry');

CREATE FUNCTION refuse_imbalance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT sum(amount) FROM ledger_entry WHERE transaction_id = NEW.transaction_id) <> 0 THEN
    RAISE EXCEPTION 'Ledger transaction % does not sum to zero', NEW.transaction_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER balanced AFTER INSERT ON ledger_entry
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse_imbalance();
