-- The whole database of version 0.1.0. Migrations run as the owner of the schema; the application's role has rows only, and
-- gets its rights by default: what is said here takes them away.

-- === Rights, and rows that stay

-- Rows of such a table are written once: changing them is refused to everybody. Only the owner has the right to remove rows at
-- all, and only while it says that it archives.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND TG_TABLE_NAME IN ('ledger_transaction', 'ledger_entry', 'usage_line')
    AND current_setting('gpulease.archiving', true) = 'on' THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION 'Rows of % are never changed or removed', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

-- Takes rights from everybody but the owner.
CREATE FUNCTION withdraw_rights(target regclass, rights text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  grantee_name text;
BEGIN
  FOR grantee_name IN
    SELECT DISTINCT r.rolname FROM pg_class c, aclexplode(c.relacl) a JOIN pg_roles r ON r.oid = a.grantee
    WHERE c.oid = target AND a.grantee <> c.relowner
  LOOP
    EXECUTE format('REVOKE %s ON %s FROM %I', rights, target, grantee_name);
  END LOOP;
END $$;

CREATE FUNCTION make_append_only(target regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %s
                  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', target);
  PERFORM withdraw_rights(target, 'UPDATE, DELETE, TRUNCATE');
END $$;

-- Rows of such a table are read by the application and written by the owner alone.
CREATE FUNCTION make_read_only(target regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM withdraw_rights(target, 'INSERT, UPDATE, DELETE, TRUNCATE');
END $$;

-- Rows of such a table are never removed, and keep what others know them by.
CREATE FUNCTION make_kept(target regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE OR UPDATE OF id ON %s
                  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', target);
END $$;

-- Lets the application change these columns alone.
CREATE FUNCTION let_update_only(target regclass, columns text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  grantee_name text;
BEGIN
  FOR grantee_name IN
    SELECT DISTINCT r.rolname FROM pg_class c, aclexplode(c.relacl) a JOIN pg_roles r ON r.oid = a.grantee
    WHERE c.oid = target AND a.grantee <> c.relowner AND a.privilege_type = 'UPDATE'
  LOOP
    EXECUTE format('REVOKE UPDATE ON %s FROM %I', target, grantee_name);
    EXECUTE format('GRANT UPDATE (%s) ON %s TO %I', columns, target, grantee_name);
  END LOOP;
END $$;

SELECT withdraw_rights('migration', 'INSERT, UPDATE, DELETE, TRUNCATE');

-- === Time and prices

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

CREATE FUNCTION hour_of(at timestamptz) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT elapsed_ms('epoch', at) / 3600000
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

CREATE FUNCTION burn_per_hour(price bigint, quantity bigint, unit text) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT price * quantity * 3600 / unit_seconds(unit)
$$;

-- A run that is charged no more burns nothing.
CREATE FUNCTION is_burning(stopped_at timestamptz, uncharged_from timestamptz) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT stopped_at IS NULL AND uncharged_from IS NULL
$$;

-- Kubernetes writes times with their zone, so that one means the same in every session.
CREATE FUNCTION instant_of(written text) RETURNS timestamptz LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT written::timestamptz
$$;

-- === People: accounts, sessions, ways to sign in

CREATE TABLE user_account (
  id                  text PRIMARY KEY,
  username            text NOT NULL UNIQUE,
  phone               text UNIQUE,
  email               text UNIQUE,
  password_hash       text NOT NULL,
  role                text NOT NULL CHECK (role IN ('ADMIN', 'USER')),
  status              text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'inactive')),
  language            text CHECK (language IN ('zh', 'en')),
  terms_version       text,
  created_at          timestamptz NOT NULL,
  last_login_at       timestamptz,
  -- A password that was made up and shown to somebody is good for one thing: choosing another.
  must_change_password boolean NOT NULL DEFAULT false,
  -- Since when the account wants its machines started again by a recharge; NULL where it does not.
  restart_on_recharge_at timestamptz,
  -- A first single sign-on can make an account whose password nobody knows. Such an account cannot be asked for one.
  has_password        boolean NOT NULL DEFAULT true,
  -- A password that was made up for somebody, and seen by others on its way, is good for so long only.
  first_password_until timestamptz,
  -- Since when signing in asks for the code of an authenticator app; NULL: it does not.
  second_factor_at    timestamptz
);
CREATE INDEX user_account_by_time ON user_account (created_at, id);

-- Opaque tokens, hashed; one row ends one sign-in.
CREATE TABLE session (
  token_hash   bytea PRIMARY KEY,
  user_id      text NOT NULL REFERENCES user_account,
  console      text NOT NULL CHECK (console IN ('user', 'admin')),
  address      text NOT NULL,
  created_at   timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  expires_at   timestamptz NOT NULL,
  user_agent   text NOT NULL DEFAULT ''
);
CREATE INDEX session_by_user ON session (user_id);
-- What has expired is found by its time, not by reading the whole table.
CREATE INDEX session_by_expiry ON session (expires_at);

CREATE TABLE invite_code (
  code       text PRIMARY KEY,
  expires_at timestamptz NOT NULL,
  created_by text NOT NULL,
  created_at timestamptz NOT NULL,
  used_by    text REFERENCES user_account,
  used_at    timestamptz,
  CHECK ((used_by IS NULL) = (used_at IS NULL))
);
CREATE INDEX invite_code_by_user ON invite_code (used_by);
CREATE INDEX invite_code_by_time ON invite_code (created_at, code);

-- Codes by SMS and by e-mail.
CREATE TABLE one_time_code (
  id          uuid PRIMARY KEY,
  recipient   text NOT NULL,
  purpose     text NOT NULL,
  device_hash bytea NOT NULL,
  code_hash   bytea NOT NULL,
  tries       integer NOT NULL DEFAULT 0,
  created_at  timestamptz NOT NULL,
  expires_at  timestamptz NOT NULL,
  used_at     timestamptz
);
CREATE INDEX one_time_code_by_recipient ON one_time_code (recipient, purpose, created_at DESC);
CREATE INDEX one_time_code_by_age ON one_time_code (expires_at);

-- Solved challenges, kept until they would have expired anyway.
CREATE TABLE spent_captcha (
  signature  text PRIMARY KEY,
  expires_at timestamptz NOT NULL
);
CREATE INDEX spent_captcha_by_expiry ON spent_captcha (expires_at);

CREATE TABLE ssh_key (
  user_id     text NOT NULL REFERENCES user_account,
  name        text NOT NULL,
  public_key  text NOT NULL,
  fingerprint text NOT NULL,
  created_at  timestamptz NOT NULL,
  PRIMARY KEY (user_id, name)
);

-- Keys that all replicas share, made at first use.
CREATE TABLE server_secret (
  name  text PRIMARY KEY,
  value text NOT NULL
);

-- Refused sign-ins, counted: one row per hour, kind, account and network, so that a flood of tries leaves few rows. A
-- name that no account has is not kept: people type passwords there, and a flood would bring as many as it likes.
CREATE TABLE sign_in_refusal (
  hour            timestamptz NOT NULL,
  action          text NOT NULL,
  -- '' where there is no such account.
  username        text NOT NULL,
  network         text NOT NULL,
  tries           integer NOT NULL DEFAULT 1,
  last_at         timestamptz NOT NULL,
  last_request_id text NOT NULL,
  PRIMARY KEY (hour, action, username, network)
);
CREATE INDEX sign_in_refusal_by_time ON sign_in_refusal (last_at, hour, action, username, network);

-- The second factor of an account: what its authenticator app has, encrypted. Its owner has still to prove it where the
-- account's second_factor_at is NULL.
CREATE TABLE second_factor (
  user_id    text PRIMARY KEY REFERENCES user_account,
  secret     bytea NOT NULL,
  -- The half minute of the last code that was taken: none is taken twice.
  last_step  bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL
);

-- For who has lost the app, hashed. A row that is gone is a code that was used.
CREATE TABLE recovery_code (
  user_id   text NOT NULL REFERENCES user_account,
  code_hash bytea NOT NULL,
  PRIMARY KEY (user_id, code_hash)
);

-- Sign-ins that were right so far, and wait for the code.
CREATE TABLE pending_sign_in (
  token_hash  bytea PRIMARY KEY,
  device_hash bytea NOT NULL,
  user_id     text NOT NULL REFERENCES user_account,
  console     text NOT NULL CHECK (console IN ('user', 'admin')),
  action      text NOT NULL,
  tries       integer NOT NULL DEFAULT 0,
  expires_at  timestamptz NOT NULL
);
CREATE INDEX pending_sign_in_by_user ON pending_sign_in (user_id);
CREATE INDEX pending_sign_in_by_expiry ON pending_sign_in (expires_at);

-- Secrets and codes are made and deleted; of what was made, the application only counts.
SELECT let_update_only('second_factor', 'last_step');
SELECT withdraw_rights('recovery_code', 'UPDATE');
SELECT let_update_only('pending_sign_in', 'tries');

-- Sign-ins on their way to the provider and back; `state` is hashed, and good once.
CREATE TABLE oidc_attempt (
  state_hash    bytea PRIMARY KEY,
  console       text NOT NULL CHECK (console IN ('user', 'admin')),
  device_hash   bytea NOT NULL,
  nonce         text NOT NULL,
  code_verifier text NOT NULL,
  return_to     text NOT NULL,
  -- The signed-in account that is to be linked; NULL where somebody signs in.
  link_user_id  text REFERENCES user_account,
  expires_at    timestamptz NOT NULL
);
CREATE INDEX oidc_attempt_by_age ON oidc_attempt (expires_at);

-- Who at the provider is which account. Never found by e-mail.
CREATE TABLE oidc_identity (
  issuer    text NOT NULL,
  subject   text NOT NULL,
  user_id   text NOT NULL REFERENCES user_account,
  linked_at timestamptz NOT NULL,
  PRIMARY KEY (issuer, subject),
  UNIQUE (user_id, issuer)
);

-- First sign-ins that wait for invite code and phone.
CREATE TABLE oidc_registration (
  token_hash  bytea PRIMARY KEY,
  device_hash bytea NOT NULL,
  issuer      text NOT NULL,
  subject     text NOT NULL,
  email       text,
  expires_at  timestamptz NOT NULL
);
CREATE INDEX oidc_registration_by_age ON oidc_registration (expires_at);

-- What scripts call the API with, hashed. A row that is gone refuses its token at once.
CREATE TABLE api_token (
  token_hash   bytea PRIMARY KEY,
  user_id      text NOT NULL REFERENCES user_account,
  name         text NOT NULL,
  scope        text NOT NULL CHECK (scope IN ('READ', 'WRITE')),
  -- Prefix and last characters, to recognise it by.
  hint         text NOT NULL,
  created_at   timestamptz NOT NULL,
  -- NULL: until it is deleted.
  expires_at   timestamptz,
  last_used_at timestamptz,
  UNIQUE (user_id, name)
);
CREATE INDEX api_token_by_expiry ON api_token (expires_at);

-- Whose a token is, what it may do and for how long is said once; the application only notes its use.
SELECT let_update_only('api_token', 'last_used_at');

-- === Audit

CREATE TABLE audit_entry (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at         timestamptz NOT NULL,
  actor      text,
  action     text NOT NULL,
  subject    text,
  outcome    text NOT NULL CHECK (outcome IN ('SUCCESS', 'REFUSED')),
  address    text,
  request_id text,
  details    jsonb NOT NULL DEFAULT '{}'
);
-- The audit grows for ever and is looked through newest first: by who acted, on what, and as what.
CREATE INDEX audit_entry_by_time ON audit_entry (at);
CREATE INDEX audit_entry_by_actor ON audit_entry (actor, id DESC);
CREATE INDEX audit_entry_by_subject ON audit_entry (subject text_pattern_ops);
CREATE INDEX audit_entry_by_action ON audit_entry (action, id DESC);

SELECT make_append_only('audit_entry');

-- === What the HTTP layer keeps, and what is to be done later

-- The answer to a request with an Idempotency-Key, written in the transaction of its effects.
CREATE TABLE idempotency_key (
  user_id    text NOT NULL REFERENCES user_account,
  operation  text NOT NULL,
  key        text NOT NULL,
  body_hash  bytea NOT NULL,
  status     integer,
  answer     jsonb,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, operation, key)
);
CREATE INDEX idempotency_key_by_age ON idempotency_key (created_at);

-- The columns are those of rate-limiter-flexible.
CREATE TABLE rate_limit (
  key    text PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire bigint
);
CREATE INDEX rate_limit_by_expiry ON rate_limit (expire);

-- What must happen outside the database once the transaction that asks for it is committed.
CREATE TABLE outbox (
  id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  topic           text NOT NULL,
  key             text NOT NULL,
  payload         jsonb NOT NULL,
  attempts        integer NOT NULL DEFAULT 0,
  last_error      text,
  created_at      timestamptz NOT NULL DEFAULT clock_timestamp(),
  next_attempt_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  done_at         timestamptz
);
CREATE INDEX outbox_due ON outbox (next_attempt_at) WHERE done_at IS NULL;
CREATE INDEX outbox_by_key ON outbox (topic, key, id) WHERE done_at IS NULL;
CREATE INDEX outbox_done ON outbox (done_at) WHERE done_at IS NOT NULL;

CREATE TABLE sandbox_message (
  id         uuid PRIMARY KEY,
  channel    text NOT NULL CHECK (channel IN ('SMS', 'EMAIL')),
  recipient  text NOT NULL,
  text       text NOT NULL,
  code       text,
  created_at timestamptz NOT NULL
);
CREATE INDEX sandbox_message_by_age ON sandbox_message (created_at);

-- === Consoles

-- A ticket opens one console of one workload once, from the session that asked for it.
CREATE TABLE console_ticket (
  token_hash   bytea PRIMARY KEY,
  session_hash bytea NOT NULL REFERENCES session ON DELETE CASCADE,
  workload_uid text NOT NULL,
  kind         text NOT NULL,
  expires_at   timestamptz NOT NULL
);
CREATE INDEX console_ticket_by_session ON console_ticket (session_hash);
CREATE INDEX console_ticket_by_expiry ON console_ticket (expires_at);

-- Who has a console open: the latest who opened it. A row that is not renewed is of a process that has ended.
CREATE TABLE console_session (
  workload_uid text NOT NULL,
  kind         text NOT NULL,
  id           uuid NOT NULL UNIQUE,
  renewed_at   timestamptz NOT NULL,
  PRIMARY KEY (workload_uid, kind)
);

-- === Ledger

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
  -- COLLECTION: out of a wallet, for a receivable. WRITE_OFF: of a receivable that nobody will pay.
  kind            text NOT NULL CHECK (kind IN ('RECHARGE', 'REFUND', 'ADJUSTMENT', 'USAGE', 'USAGE_CREDIT', 'TERM',
                                                'TERM_REFUND', 'RECOGNITION', 'COLLECTION', 'WRITE_OFF')),
  -- The same key posts once; with another input it is refused (ledger.ts).
  idempotency_key text NOT NULL UNIQUE,
  input_hash      bytea NOT NULL,
  at              timestamptz NOT NULL,
  actor           text,
  reason          text,
  -- The order it is for.
  order_id        uuid,
  -- The transaction that this one corrects.
  corrects        bigint REFERENCES ledger_transaction,
  CHECK (kind <> 'ADJUSTMENT' OR (actor IS NOT NULL AND reason IS NOT NULL)),
  CHECK (kind <> 'WRITE_OFF' OR (actor IS NOT NULL AND reason IS NOT NULL)),
  CHECK (kind NOT IN ('COLLECTION', 'WRITE_OFF') OR corrects IS NOT NULL)
);
CREATE INDEX ledger_transaction_by_time ON ledger_transaction (at);
-- A transaction that another one corrects is looked for when it is to go.
CREATE INDEX ledger_transaction_by_corrected ON ledger_transaction (corrects) WHERE corrects IS NOT NULL;

SELECT make_append_only('ledger_transaction');

CREATE TABLE ledger_entry (
  transaction_id bigint NOT NULL,
  account_id     text NOT NULL,
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

-- The database itself refuses what would part wallets, holds and runs from the ledger, whoever asks for it. The checks look at
-- whole statements: every posting is one statement, and a settlement is one for many wallets.

-- Each look-up is by the key's index, however many rows there were when the plan was made.
CREATE FUNCTION refuse_unsound_entries() RETURNS trigger LANGUAGE plpgsql
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
CREATE TRIGGER sound AFTER INSERT ON ledger_entry REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_unsound_entries();

CREATE FUNCTION refuse_unfounded_wallets() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  wrong text;
BEGIN
  SELECT w.account_id INTO wrong
  FROM changed w LEFT JOIN ledger_entry newest ON newest.account_id = w.account_id AND newest.sequence = w.sequence
  WHERE w.balance <> COALESCE(newest.balance_after, 0) OR (newest.sequence IS NULL) <> (w.sequence = 0)
  LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'The balance of % is not that of its newest entry', wrong USING ERRCODE = 'check_violation';
  END IF;
  PERFORM refuse_unheld(ARRAY(SELECT account_id FROM changed));
  RETURN NULL;
END $$;
CREATE TRIGGER founded_at_first AFTER INSERT ON wallet REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_unfounded_wallets();
CREATE TRIGGER founded AFTER UPDATE ON wallet REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_unfounded_wallets();

-- === Orders

-- One order pays for one Workload. Its price is that of the newest start; what runs keeps its own (usage_segment).
CREATE TABLE workload_order (
  id                 uuid PRIMARY KEY,
  user_id            text NOT NULL REFERENCES user_account,
  account_id         text NOT NULL REFERENCES wallet,
  namespace          text NOT NULL,
  name               text NOT NULL,
  -- Who made the Workload: the portal, after the order; or kubectl or Git, before it.
  source             text NOT NULL CHECK (source IN ('PORTAL', 'KUBERNETES')),
  -- PLACED: paid for, not yet in the cluster. ACTIVE: bound to the Workload with this uid.
  state              text NOT NULL CHECK (state IN ('PLACED', 'ACTIVE', 'REJECTED', 'CLOSED')),
  workload_uid       text,
  -- The Workload's spec as ordered, for showing it until the cluster has it.
  spec               jsonb NOT NULL,
  gpus               bigint NOT NULL CHECK (gpus >= 0),
  policy             text NOT NULL,
  mode               text NOT NULL CHECK (mode IN ('ON_DEMAND', 'RESERVED', 'SPOT')),
  price              bigint NOT NULL CHECK (price > 0),
  unit               text NOT NULL,
  quantity           bigint NOT NULL CHECK (quantity > 0),
  term_units         bigint NOT NULL CHECK (term_units > 0),
  term_start         timestamptz,
  term_end           timestamptz,
  -- What the wallet paid for the whole term.
  term_charge        bigint CHECK (term_charge > 0),
  accepted_at        timestamptz NOT NULL,
  -- The `spec.restartedAt` of the newest start that was paid for; the Workload may not have it yet.
  start_requested_at timestamptz,
  -- Since when it may not run for want of money. A newer start lifts it.
  out_of_funds_at    timestamptz,
  rejection          text,
  closed_at          timestamptz,
  -- Since when a run is owed; null while one goes on, and while the customer keeps the machine switched off.
  owed_since         timestamptz,
  -- When the first run began.
  delivered_at       timestamptz,
  -- By how much the term was moved since the first run came late.
  late_ms            bigint NOT NULL DEFAULT 0 CHECK (late_ms >= 0),
  -- For how long runs were owed after the first one.
  outage_ms          bigint NOT NULL DEFAULT 0 CHECK (outage_ms >= 0),
  -- What was given back of the term's charge.
  term_credited      bigint NOT NULL DEFAULT 0,
  -- When the customer asked for the end.
  cancelled_at       timestamptz,
  -- A start clears out_of_funds_at; one that is taken back brings it back from here.
  out_of_funds_before timestamptz,
  -- What comes back, in fen, beside what outages until then are credited with; fixed together with `cancelled_at`.
  agreed_refund      bigint CONSTRAINT workload_order_check4 CHECK (0 <= agreed_refund AND agreed_refund <= term_charge),
  CHECK ((mode = 'RESERVED') = (term_start IS NOT NULL AND term_end IS NOT NULL AND term_charge IS NOT NULL)),
  CHECK (state <> 'ACTIVE' OR workload_uid IS NOT NULL),
  CHECK ((state IN ('REJECTED', 'CLOSED')) = (closed_at IS NOT NULL)),
  CONSTRAINT workload_order_check3 CHECK (0 <= term_credited AND term_credited <= COALESCE(term_charge, 0)),
  CONSTRAINT workload_order_check5 CHECK (agreed_refund IS NULL OR cancelled_at IS NOT NULL)
);
CREATE UNIQUE INDEX workload_order_live_name ON workload_order (namespace, name) WHERE state IN ('PLACED', 'ACTIVE');
CREATE UNIQUE INDEX workload_order_live_uid ON workload_order (workload_uid) WHERE state = 'ACTIVE';
CREATE INDEX workload_order_by_uid ON workload_order (workload_uid);
CREATE INDEX workload_order_by_user ON workload_order (user_id, accepted_at);
CREATE INDEX workload_order_placed ON workload_order (accepted_at) WHERE state = 'PLACED';
CREATE INDEX workload_order_rejected ON workload_order (closed_at) WHERE state = 'REJECTED';
-- Orders that may have a disk without a machine.
CREATE INDEX workload_order_kept ON workload_order (account_id)
  WHERE state = 'ACTIVE' OR (state IN ('CLOSED', 'REJECTED') AND mode = 'RESERVED');
-- Lists of workloads look for orders whose Workload the portal may not have seen yet: the newest of the active ones.
CREATE INDEX workload_order_active ON workload_order (accepted_at) WHERE state = 'ACTIVE';
CREATE INDEX workload_order_by_name ON workload_order (name);

-- References of the ledger are looked at once per statement rather than once per row. What they point at is never removed and
-- keeps its id, whoever asks, so one look, when the reference is made, says as much as a foreign key. Each look-up is by the
-- key's index, however many rows there were when the plan was made.
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

CREATE FUNCTION refuse_other_agreement() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'What order % gives back was agreed on at %', OLD.id, OLD.cancelled_at USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER agreed_once BEFORE UPDATE OF cancelled_at, agreed_refund ON workload_order FOR EACH ROW
  WHEN (OLD.agreed_refund IS NOT NULL
    AND (OLD.cancelled_at, OLD.agreed_refund) IS DISTINCT FROM (NEW.cancelled_at, NEW.agreed_refund))
  EXECUTE FUNCTION refuse_other_agreement();

-- What a person has confirmed when a machine was ordered or a term paid is never another sum later.
CREATE FUNCTION refuse_other_terms() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'Order % was placed with other terms', OLD.id USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER same_terms BEFORE UPDATE OF mode, quantity, term_units, term_charge ON workload_order FOR EACH ROW
  WHEN ((OLD.mode, OLD.quantity, OLD.term_units, OLD.term_charge)
    IS DISTINCT FROM (NEW.mode, NEW.quantity, NEW.term_units, NEW.term_charge))
  EXECUTE FUNCTION refuse_other_terms();

CREATE TABLE order_request (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id text NOT NULL REFERENCES wallet,
  at         timestamptz NOT NULL
);
CREATE INDEX order_request_by_account ON order_request (account_id, at);
CREATE INDEX order_request_by_age ON order_request (at);

-- The last state of workloads that are no more; lists show them beside the live ones.
CREATE TABLE workload_archive (
  workload_uid text PRIMARY KEY,
  order_id     uuid REFERENCES workload_order,
  user_id      text NOT NULL REFERENCES user_account,
  namespace    text NOT NULL,
  name         text NOT NULL,
  object       jsonb NOT NULL,
  archived_at  timestamptz NOT NULL,
  -- What lists filter, sort and count by.
  created_at timestamptz NOT NULL
    GENERATED ALWAYS AS (COALESCE(instant_of(object #>> '{metadata,creationTimestamp}'), archived_at)) STORED,
  sku    text NOT NULL GENERATED ALWAYS AS (COALESCE(object #>> '{spec,sku}', '')) STORED,
  region text NOT NULL GENERATED ALWAYS AS (COALESCE(object #>> '{spec,region}', '')) STORED,
  image  text NOT NULL GENERATED ALWAYS AS (COALESCE(object #>> '{spec,image}', '')) STORED,
  policy text NOT NULL GENERATED ALWAYS AS (COALESCE(object #>> '{spec,pricing,policy}', '')) STORED,
  node   text NOT NULL GENERATED ALWAYS AS (COALESCE(object #>> '{status,placed,node}', '')) STORED,
  reason text NOT NULL GENERATED ALWAYS AS (COALESCE(object #>> '{status,reason}', '')) STORED
);
CREATE INDEX workload_archive_by_user ON workload_archive (user_id, created_at, workload_uid);
CREATE INDEX workload_archive_by_time ON workload_archive (created_at, workload_uid);
-- The newest of a name.
CREATE INDEX workload_archive_by_name ON workload_archive (user_id, name, archived_at);
CREATE INDEX workload_archive_by_order ON workload_archive ((order_id::text));

-- The cluster that the orders' Workloads live in, by the uid of its namespace kube-system. A worker that finds another
-- one leaves orders alone.
CREATE TABLE cluster_identity (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  uid      text NOT NULL,
  noted_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- === Payments

CREATE TABLE recharge (
  -- The provider's out_trade_no.
  id                      text PRIMARY KEY,
  user_id                 text NOT NULL REFERENCES user_account,
  account_id              text NOT NULL REFERENCES wallet,
  method                  text NOT NULL CHECK (method IN ('TEST', 'WECHAT')),
  status                  text NOT NULL DEFAULT 'PENDING' CHECK (status IN ('PENDING', 'PAID', 'CLOSED', 'QUARANTINED')),
  -- What the wallet gets, and what is paid for it.
  amount                  bigint NOT NULL CHECK (amount > 0),
  payment_amount          bigint NOT NULL CHECK (payment_amount > 0),
  -- Asked for once the row is committed: null until the provider has answered.
  code_url                text,
  created_at              timestamptz NOT NULL,
  expires_at              timestamptz NOT NULL,
  paid_at                 timestamptz,
  provider_transaction_id text UNIQUE,
  ledger_transaction_id   bigint UNIQUE REFERENCES ledger_transaction,
  -- What the provider says was paid; another amount than payment_amount is put aside for an operator.
  received_amount         bigint CHECK (received_amount > 0),
  -- When the provider is asked next, and how often it was.
  next_check_at           timestamptz NOT NULL DEFAULT clock_timestamp(),
  checks                  integer NOT NULL DEFAULT 0,
  CHECK ((status = 'PAID') = (ledger_transaction_id IS NOT NULL)),
  CHECK ((paid_at IS NULL) = (provider_transaction_id IS NULL) AND (paid_at IS NULL) = (received_amount IS NULL)),
  CHECK (status NOT IN ('PAID', 'QUARANTINED') OR paid_at IS NOT NULL),
  CHECK (status <> 'PENDING' OR paid_at IS NULL)
);
CREATE INDEX recharge_due ON recharge (method, next_check_at) WHERE status = 'PENDING';
CREATE INDEX recharge_quarantined ON recharge (created_at) WHERE status = 'QUARANTINED';
CREATE INDEX recharge_by_payment ON recharge (method, paid_at) WHERE paid_at IS NOT NULL;
CREATE INDEX recharge_by_time ON recharge (created_at, id);
CREATE INDEX recharge_by_user ON recharge (user_id, created_at, id);
-- Recharges that were never paid are removed after half a year; the paid ones, which stay, are not looked at for it.
CREATE INDEX recharge_unpaid ON recharge (created_at) WHERE status = 'CLOSED' AND paid_at IS NULL;

-- Money that goes back the way it came.
CREATE TABLE refund (
  -- The provider's out_refund_no.
  id                    text PRIMARY KEY,
  recharge_id           text NOT NULL REFERENCES recharge,
  user_id               text NOT NULL REFERENCES user_account,
  account_id            text NOT NULL REFERENCES wallet,
  method                text NOT NULL,
  -- WALLET: out of the balance, which holds it until the provider has paid. QUARANTINE: a payment that was never credited.
  -- PROVIDER: made there without us; the customer owes it.
  source                text NOT NULL CHECK (source IN ('WALLET', 'QUARANTINE', 'PROVIDER')),
  status                text NOT NULL CHECK (status IN ('PENDING', 'SUCCEEDED', 'FAILED')),
  amount                bigint NOT NULL CHECK (amount > 0),
  actor                 text,
  reason                text NOT NULL,
  -- What the provider said last, where it did not simply pay.
  note                  text,
  created_at            timestamptz NOT NULL,
  finished_at           timestamptz,
  next_check_at         timestamptz NOT NULL,
  checks                integer NOT NULL DEFAULT 0,
  ledger_transaction_id bigint UNIQUE REFERENCES ledger_transaction,
  -- How an operator ended a refund that the provider could not pay.
  decision              text CHECK (decision IN ('RETURN', 'PAID_BY_HAND')),
  decided_by            text,
  decision_reason       text,
  CHECK ((status = 'PENDING') = (finished_at IS NULL)),
  CHECK ((status = 'SUCCEEDED' AND source <> 'QUARANTINE') = (ledger_transaction_id IS NOT NULL)),
  CHECK (source <> 'PROVIDER' OR actor IS NULL),
  CHECK (source <> 'WALLET' OR actor IS NOT NULL),
  CHECK ((decision IS NULL) = (decided_by IS NULL) AND (decision IS NULL) = (decision_reason IS NULL))
);
CREATE INDEX refund_by_recharge ON refund (recharge_id);
CREATE INDEX refund_due ON refund (method, next_check_at) WHERE status = 'PENDING';
CREATE INDEX refund_by_time ON refund (created_at, id);
CREATE INDEX refund_by_user ON refund (user_id, created_at, id);

-- One per refund that the provider paid beyond what the wallet had.
CREATE TABLE receivable (
  refund_id      text PRIMARY KEY REFERENCES refund,
  account_id     text NOT NULL REFERENCES wallet,
  -- Which booked the refund; collections and the write-off name it as what they correct.
  transaction_id bigint NOT NULL UNIQUE REFERENCES ledger_transaction,
  amount         bigint NOT NULL CHECK (amount > 0),
  collected      bigint NOT NULL DEFAULT 0 CHECK (collected >= 0),
  written_off    bigint NOT NULL DEFAULT 0 CHECK (written_off >= 0),
  created_at     timestamptz NOT NULL,
  -- When nothing was left to pay.
  settled_at     timestamptz,
  CHECK (collected + written_off <= amount),
  CHECK ((collected + written_off = amount) = (settled_at IS NOT NULL))
);
CREATE INDEX receivable_open ON receivable (account_id) WHERE settled_at IS NULL;
CREATE INDEX receivable_by_time ON receivable (created_at, refund_id);

-- One comparison of our books with a provider's bill of a day of Asia/Shanghai.
CREATE TABLE payment_reconciliation (
  method        text NOT NULL,
  day           date NOT NULL,
  -- When it is tried next; null once it is done.
  next_check_at timestamptz,
  checks        integer NOT NULL DEFAULT 0,
  finished_at   timestamptz,
  -- Payments and refunds in the bill.
  payments      integer NOT NULL DEFAULT 0,
  refunds       integer NOT NULL DEFAULT 0,
  -- What the two do not agree on, each { kind, id, amount, billed }.
  differences   jsonb NOT NULL DEFAULT '[]',
  PRIMARY KEY (method, day),
  CHECK ((next_check_at IS NULL) = (finished_at IS NOT NULL))
);

SELECT withdraw_rights('receivable', 'DELETE, TRUNCATE');
SELECT withdraw_rights('payment_reconciliation', 'DELETE, TRUNCATE');

-- What an operator has asked for that a second one has to approve: what is carried out stands here, and nothing of it changes.
CREATE TABLE approval (
  id              text PRIMARY KEY,
  kind            text NOT NULL CHECK (kind IN ('ADJUSTMENT', 'REFUND', 'WRITE_OFF')),
  user_id         text NOT NULL REFERENCES user_account,
  -- The recharge that is given back, or the refund whose receivable is written off.
  recharge_id     text REFERENCES recharge,
  receivable_id   text REFERENCES receivable,
  -- Fen. Of an adjustment what the wallet gets, which may be negative; else what is given back or written off.
  amount          bigint NOT NULL CHECK (amount <> 0 AND (amount > 0 OR kind = 'ADJUSTMENT')),
  reason          text NOT NULL CHECK (reason <> ''),
  asked_by        text NOT NULL,
  -- What the operator was told who asked: the balance then, and what it would come to.
  balance_before  bigint NOT NULL,
  balance_after   bigint NOT NULL,
  created_at      timestamptz NOT NULL,
  expires_at      timestamptz NOT NULL CHECK (expires_at > created_at),
  status          text NOT NULL DEFAULT 'PENDING' CHECK (status IN ('PENDING', 'APPROVED', 'DECLINED', 'WITHDRAWN')),
  decided_by      text,
  decision_reason text,
  decided_at      timestamptz,
  -- What came of it. An adjustment or write-off is known by the key of its transaction.
  refund_id       text UNIQUE REFERENCES refund,
  CHECK ((kind = 'REFUND') = (recharge_id IS NOT NULL)),
  CHECK ((kind = 'WRITE_OFF') = (receivable_id IS NOT NULL)),
  CHECK ((status = 'PENDING') = (decided_by IS NULL)),
  CHECK ((decided_by IS NULL) = (decision_reason IS NULL) AND (decided_by IS NULL) = (decided_at IS NULL)),
  -- Nobody decides on their own request, and nobody else takes it back.
  CHECK (status NOT IN ('APPROVED', 'DECLINED') OR decided_by <> asked_by),
  CHECK (status <> 'WITHDRAWN' OR decided_by = asked_by),
  CHECK ((status = 'APPROVED' AND kind = 'REFUND') = (refund_id IS NOT NULL))
);
CREATE INDEX approval_by_time ON approval (created_at DESC);
CREATE INDEX approval_pending ON approval (expires_at) WHERE status = 'PENDING';

SELECT withdraw_rights('approval', 'DELETE, TRUNCATE');
SELECT let_update_only('approval', 'status, decided_by, decision_reason, decided_at, refund_id');

CREATE FUNCTION refuse_second_decision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'Approval % has been decided on', OLD.id USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER decided_once BEFORE UPDATE ON approval FOR EACH ROW
  WHEN (OLD.status <> 'PENDING') EXECUTE FUNCTION refuse_second_decision();

-- The sandbox's payment provider: its own books, which the portal reads through the provider's interface alone.
CREATE TABLE test_payment (
  out_trade_no   text PRIMARY KEY,
  amount         bigint NOT NULL,
  state          text NOT NULL DEFAULT 'NOTPAY' CHECK (state IN ('NOTPAY', 'SUCCESS', 'CLOSED')),
  transaction_id text UNIQUE,
  paid_at        timestamptz
);

-- The sandbox's provider gives money back, too.
CREATE TABLE test_refund (
  out_refund_no text PRIMARY KEY,
  out_trade_no  text NOT NULL REFERENCES test_payment,
  amount        bigint NOT NULL
);

-- === Holds

-- Money put aside while it may be needed: for an order one hour of its price, which is that of the runs to come, or for a
-- refund, which has no price. Its page has room for charging again.
CREATE TABLE hold (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id    uuid REFERENCES workload_order,
  account_id  text NOT NULL REFERENCES wallet,
  price       bigint CHECK (price > 0),
  unit        text,
  -- What settlement tops it up to.
  target      bigint NOT NULL CHECK (target >= 0),
  amount      bigint NOT NULL CHECK (amount >= 0 AND amount <= target),
  created_at  timestamptz NOT NULL,
  released_at timestamptz,
  refund_id   text REFERENCES refund,
  -- What its machine costs, so that adding up what all machines of a wallet cost reads no order: fen a second; NULL for a
  -- refund. The quantity of an order never changes, and its price only with a new hold.
  burn        double precision,
  CHECK ((order_id IS NULL) = (refund_id IS NOT NULL)),
  CHECK ((order_id IS NULL) = (price IS NULL) AND (order_id IS NULL) = (unit IS NULL))
) WITH (fillfactor = 70);
CREATE UNIQUE INDEX hold_live ON hold (order_id) WHERE released_at IS NULL;
CREATE INDEX hold_live_by_account ON hold (account_id) WHERE released_at IS NULL;
CREATE INDEX hold_by_order ON hold (order_id, created_at);
CREATE UNIQUE INDEX hold_of_refund ON hold (refund_id);

CREATE FUNCTION note_burn() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.burn := (SELECT NEW.price::float8 * quantity / unit_seconds(NEW.unit) / 10000 FROM workload_order WHERE id = NEW.order_id);
  RETURN NEW;
END $$;
CREATE TRIGGER burn_noted BEFORE INSERT ON hold FOR EACH ROW EXECUTE FUNCTION note_burn();

CREATE FUNCTION refuse_second_release() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'Hold % was released at %', OLD.id, OLD.released_at USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER released_once BEFORE UPDATE OR DELETE ON hold
  FOR EACH ROW WHEN (OLD.released_at IS NOT NULL) EXECUTE FUNCTION refuse_second_release();

-- What a wallet has put aside is what its live holds hold.
CREATE FUNCTION refuse_unheld(accounts text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  wrong text;
BEGIN
  SELECT w.account_id INTO wrong FROM wallet w WHERE w.account_id = ANY(accounts) AND w.held <> (
    SELECT COALESCE(sum(h.amount), 0) FROM hold h WHERE h.account_id = w.account_id AND h.released_at IS NULL)
  LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'What % has put aside is not what its holds hold', wrong USING ERRCODE = 'check_violation';
  END IF;
END $$;

CREATE FUNCTION refuse_unheld_holds() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refuse_unheld(ARRAY(SELECT DISTINCT account_id FROM changed));
  RETURN NULL;
END $$;
CREATE TRIGGER held_at_first AFTER INSERT ON hold REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_unheld_holds();
CREATE TRIGGER held AFTER UPDATE ON hold REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_unheld_holds();

-- === Usage

-- One run of a machine, as it is charged. A run that costs nothing by the second (a reserved term) has price 0.
CREATE TABLE usage_segment (
  id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id        uuid NOT NULL REFERENCES workload_order,
  account_id      text NOT NULL REFERENCES wallet,
  workload_uid    text NOT NULL,
  run_id          text NOT NULL,
  price           bigint NOT NULL CHECK (price >= 0),
  unit            text NOT NULL,
  quantity        bigint NOT NULL CHECK (quantity > 0),
  -- Fixed when billing first saw the run.
  started_at      timestamptz NOT NULL,
  stopped_at      timestamptz,
  end_reason      text,
  charged_through timestamptz NOT NULL,
  charged         bigint NOT NULL DEFAULT 0 CHECK (charged >= 0),
  written_off     bigint NOT NULL DEFAULT 0 CHECK (written_off >= 0),
  credited        bigint NOT NULL DEFAULT 0 CHECK (credited >= 0),
  -- From when a run that goes on is charged no more: its spot machine was told that it will be stopped. What is shown until it
  -- is stopped is then what it will have cost.
  uncharged_from  timestamptz,
  -- Which runs are unsettled, and in which hour they were last charged: what indexes ask for. None of them has the cursor
  -- itself, so that charging a run again within the hour renews no index (PostgreSQL's HOT), for which its page has room.
  is_settled      boolean NOT NULL GENERATED ALWAYS AS (stopped_at IS NOT NULL AND charged_through = stopped_at) STORED,
  charged_hour    bigint NOT NULL GENERATED ALWAYS AS (hour_of(charged_through)) STORED,
  UNIQUE (workload_uid, run_id),
  CHECK (stopped_at >= started_at)
) WITH (fillfactor = 70);
CREATE UNIQUE INDEX usage_segment_open ON usage_segment (workload_uid) WHERE stopped_at IS NULL;
CREATE INDEX usage_segment_by_order ON usage_segment (order_id);
CREATE INDEX usage_segment_unsettled ON usage_segment (account_id) WHERE NOT is_settled;
CREATE INDEX usage_segment_owing ON usage_segment (account_id) WHERE NOT is_settled AND stopped_at IS NOT NULL;
-- Runs of reserved terms are never charged, and would be found at every look.
CREATE INDEX usage_segment_by_hour ON usage_segment (charged_hour) WHERE stopped_at IS NULL AND price > 0;

-- What a run is charged by is fixed when it is recorded, and what was charged and credited only grows.
CREATE FUNCTION refuse_other_run() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'Run % was recorded with other terms', OLD.id USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER same_run AFTER UPDATE ON usage_segment FOR EACH ROW
  WHEN ((OLD.order_id, OLD.account_id, OLD.workload_uid, OLD.run_id, OLD.price, OLD.unit, OLD.quantity, OLD.started_at)
      IS DISTINCT FROM
        (NEW.order_id, NEW.account_id, NEW.workload_uid, NEW.run_id, NEW.price, NEW.unit, NEW.quantity, NEW.started_at)
    OR NEW.charged < OLD.charged OR NEW.credited < OLD.credited)
  EXECUTE FUNCTION refuse_other_run();

-- The stretch of a run that a USAGE or USAGE_CREDIT transaction is for; never longer than an hour of Asia/Shanghai
-- (a credit apart, which goes from the true end to what was charged).
CREATE TABLE usage_line (
  transaction_id bigint PRIMARY KEY,
  segment_id     bigint NOT NULL,
  started_at     timestamptz NOT NULL,
  ended_at       timestamptz NOT NULL,
  CHECK (started_at < ended_at)
);
CREATE INDEX usage_line_by_segment ON usage_line (segment_id, started_at);

SELECT make_append_only('usage_line');

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

-- What the runs of an order at one price come to, as far as they are charged: usage is rounded once per order and price.
CREATE TABLE usage_rating (
  order_id uuid NOT NULL REFERENCES workload_order,
  price    bigint NOT NULL CHECK (price >= 0),
  unit     text NOT NULL,
  quantity bigint NOT NULL CHECK (quantity > 0),
  -- How long they have run, as far as that is charged.
  rated_ms bigint NOT NULL CHECK (rated_ms >= 0),
  -- What was charged and written off for it, less credits.
  amount   bigint NOT NULL,
  -- What runs older than this table came to beyond the sum of their time, each rounded alone.
  rounding bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (order_id, price, unit)
) WITH (fillfactor = 70);

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
        + sum(elapsed_ms(s.charged_through,
            COALESCE(s.stopped_at, GREATEST(s.charged_through, LEAST(at, s.uncharged_from)))))
          OVER (PARTITION BY s.order_id, s.price, s.unit ORDER BY s.stopped_at IS NULL, s.id))::bigint) AS owed
    FROM usage_segment s LEFT JOIN usage_rating r USING (order_id, price, unit)
    WHERE s.account_id = ANY(accounts) AND NOT s.is_settled
  ) AS run
$$;

-- Rows of these stay: the application has no right to remove them.
SELECT make_kept(name::regclass) FROM unnest(ARRAY['ledger_account', 'workload_order', 'usage_segment']) AS name;
SELECT withdraw_rights(name::regclass, 'DELETE, TRUNCATE')
FROM unnest(ARRAY['ledger_account', 'wallet', 'hold', 'workload_order', 'usage_segment', 'usage_rating']) AS name;

-- === Records and sums: kept as they are posted, so that no list or total reads a whole history

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
  reason         text,
  CONSTRAINT billing_record_once UNIQUE NULLS NOT DISTINCT (order_id, day, transaction_id)
);
CREATE INDEX billing_record_by_account ON billing_record (account_id, sequence);
CREATE INDEX billing_record_recharges ON billing_record (at, id) WHERE type = 'RECHARGE';
CREATE INDEX billing_record_by_method ON billing_record (method, at, id) WHERE method IS NOT NULL;
CREATE INDEX billing_record_by_time ON billing_record (at, id) INCLUDE (day);

-- What the entries of each wallet come to by day of Asia/Shanghai, so that no total reads a whole history. Usage counts where
-- it began, anything else where it was booked.
CREATE TABLE wallet_sum (
  account_id text NOT NULL REFERENCES wallet,
  span       text NOT NULL CHECK (span IN ('DAY', 'HOUR')),
  starts_at  timestamptz NOT NULL,
  kind       text NOT NULL,
  amount     bigint NOT NULL,
  PRIMARY KEY (account_id, span, starts_at, kind)
);

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

INSERT INTO platform_sum (measure, starts_at, amount) VALUES ('USERS', 'epoch', 0), ('ACTIVE_USERS', 'epoch', 0), ('BURN', 'epoch', 0);

SELECT withdraw_rights(name::regclass, 'INSERT, UPDATE, DELETE, TRUNCATE') FROM unnest(ARRAY['billing_record', 'wallet_sum']) AS name;
-- Rows of the platform's sums are merged by removing and adding them.
SELECT withdraw_rights('platform_sum', 'UPDATE, TRUNCATE');

-- How a payment, its refund or the collection of one was paid: the account that the wallet's money came from or went to says
-- it.
CREATE FUNCTION method_of(posted bigint, kind text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN kind = 'ADJUSTMENT' THEN 'ADMIN' WHEN kind IN ('RECHARGE', 'REFUND', 'COLLECTION') THEN (
    SELECT substr(account_id, length('payments:') + 1) FROM ledger_entry
    WHERE transaction_id = COALESCE((SELECT corrects FROM ledger_transaction WHERE id = posted AND kind = 'COLLECTION'), posted)
      AND starts_with(account_id, 'payments:')) END
$$;

-- Records and sums follow from entries: the trigger writes them with the rights of the schema's owner, and nobody else does. It
-- runs after the whole statement, when the lines of usage that it wrote are there too. Usage is paid by no method, so none is
-- looked up for it: a function with a query of its own costs as much as the record.
CREATE FUNCTION sum_entries() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
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
CREATE TRIGGER summed AFTER INSERT ON ledger_entry
  REFERENCING NEW TABLE AS entered FOR EACH STATEMENT EXECUTE FUNCTION sum_entries();

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
  VALUES ('BURN', 'epoch', burn_per_hour(NEW.price, NEW.quantity, NEW.unit)
    * CASE WHEN is_burning(NEW.stopped_at, NEW.uncharged_from) THEN 1 ELSE -1 END);
  RETURN NULL;
END $$;
CREATE TRIGGER summed AFTER INSERT ON usage_segment
  FOR EACH ROW WHEN (NEW.stopped_at IS NULL AND NEW.price > 0) EXECUTE FUNCTION sum_burn();
CREATE TRIGGER summed_again AFTER UPDATE OF stopped_at, uncharged_from ON usage_segment
  FOR EACH ROW WHEN (NEW.price > 0
    AND is_burning(NEW.stopped_at, NEW.uncharged_from) <> is_burning(OLD.stopped_at, OLD.uncharged_from))
  EXECUTE FUNCTION sum_burn();

-- How far the books were found in order, so that the hourly check looks at what came since.
CREATE TABLE books_check (
  only_row        boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  -- Transactions up to this one are checked, and none with a smaller id can come any more.
  checked_through bigint NOT NULL DEFAULT 0,
  -- The newest transaction of the last check, and the first of the database's own that began after it: once all before
  -- that have ended, nothing with a smaller id can come.
  seen_through    bigint NOT NULL DEFAULT 0,
  seen_before     xid8   NOT NULL DEFAULT '0',
  -- Usage of earlier days may have been moved.
  archived_before date NOT NULL DEFAULT '-infinity'
);

INSERT INTO books_check DEFAULT VALUES;
-- How far the books are checked is noted by the check; up to where they are archived, by the archive alone.
SELECT withdraw_rights('books_check', 'INSERT, DELETE, TRUNCATE');
SELECT let_update_only('books_check', 'checked_through, seen_through, seen_before');

-- What was moved of each account, so that its balance can still be told from entries.
CREATE TABLE archived_entries (
  account_id text PRIMARY KEY,
  entries    bigint NOT NULL,
  amount     bigint NOT NULL,
  -- Of wallets: the newest entry that was moved.
  through    bigint
);

SELECT make_read_only('archived_entries');

-- === Notices

-- Texts are made from kind, workload and time when a notice is shown or sent, in the language of that moment.
CREATE TABLE notice (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id    text NOT NULL REFERENCES user_account,
  kind       text NOT NULL,
  -- What makes it the same notice, which is said once.
  key        text NOT NULL,
  -- What it is about; only the newest notice about it is still worth sending.
  subject    text NOT NULL,
  -- The name of the workload, where it is about one.
  workload   text,
  -- When what it warns of happens.
  until      timestamptz,
  created_at timestamptz NOT NULL,
  read_at    timestamptz,
  -- What can be had again: the names of SKU and region, and what they are called in the user's language.
  offer      jsonb,
  -- The API token that it is about, where it is about one.
  api_token  text,
  -- What a machine costs for an hour that has started without its owner, in micro-yuan.
  per_hour   bigint,
  -- Why an operator maintains the node of a machine, in the operator's own words.
  why        text,
  UNIQUE (user_id, key)
);
CREATE INDEX notice_unread ON notice (user_id) WHERE read_at IS NULL;
CREATE INDEX notice_by_subject ON notice (user_id, subject);
CREATE INDEX notice_by_age ON notice (created_at);
-- Announced stops that are still to come are looked at in every sweep.
CREATE INDEX notice_of_stop ON notice (until) WHERE kind IN ('MAINTENANCE', 'SPOT_INTERRUPTED');
CREATE INDEX notice_by_user ON notice (user_id, created_at, id);

CREATE TABLE notice_delivery (
  notice_id       bigint NOT NULL REFERENCES notice ON DELETE CASCADE,
  channel         text NOT NULL CHECK (channel IN ('SMS', 'EMAIL')),
  attempts        integer NOT NULL DEFAULT 0,
  -- NULL once it is sent, given up, or outdated by a newer notice.
  next_attempt_at timestamptz,
  sent_at         timestamptz,
  last_error      text,
  PRIMARY KEY (notice_id, channel),
  CHECK (sent_at IS NULL OR next_attempt_at IS NULL)
);
CREATE INDEX notice_delivery_due ON notice_delivery (channel, next_attempt_at) WHERE next_attempt_at IS NOT NULL;

-- Wishes to be told once when a sold-out SKU can be had again.
CREATE TABLE stock_alert (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id    text NOT NULL REFERENCES user_account,
  sku        text NOT NULL,
  -- NULL: any.
  region     text,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  UNIQUE NULLS NOT DISTINCT (user_id, sku, region)
);
CREATE INDEX stock_alert_by_offer ON stock_alert (sku, region);
CREATE INDEX stock_alert_by_expiry ON stock_alert (expires_at);

-- === What is looked at again once money, machines or time change

-- One row per wallet that has ordered something.
CREATE TABLE funding_look (
  account_id text PRIMARY KEY REFERENCES wallet,
  -- When its orders are compared with their Workloads next; NULL: not before something changes.
  look_at    timestamptz,
  -- How often something has changed: who has looked at an older state does not put the next look off.
  changes    bigint NOT NULL DEFAULT 0
);
CREATE INDEX funding_look_due ON funding_look (look_at) WHERE look_at IS NOT NULL;

CREATE FUNCTION note_funding_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO funding_look (account_id, look_at) VALUES (NEW.account_id, billing_clock())
  ON CONFLICT (account_id) DO UPDATE SET look_at = LEAST(funding_look.look_at, excluded.look_at),
    changes = funding_look.changes + 1;
  RETURN NULL;
END $$;
-- What settlement does to money is foreseen, so it calls for no look; a run that it charges to its end is shown.
CREATE TRIGGER funding_changed AFTER INSERT OR UPDATE OF state, price, out_of_funds_at, start_requested_at, term_end, rejection
  ON workload_order FOR EACH ROW EXECUTE FUNCTION note_funding_change();
CREATE TRIGGER funding_changed_at_first AFTER INSERT ON usage_segment
  FOR EACH ROW EXECUTE FUNCTION note_funding_change();
CREATE TRIGGER funding_changed AFTER UPDATE OF stopped_at, charged_through ON usage_segment
  FOR EACH ROW WHEN (NEW.stopped_at IS NOT NULL) EXECUTE FUNCTION note_funding_change();
CREATE TRIGGER funding_changed AFTER INSERT OR UPDATE OF released_at ON hold
  FOR EACH ROW EXECUTE FUNCTION note_funding_change();

-- One row per wallet that has ordered something.
CREATE TABLE dunning (
  account_id   text PRIMARY KEY REFERENCES wallet,
  -- When its money and machines are looked at next; NULL: not before something changes.
  look_at      timestamptz,
  -- When money last came in, which lifts every step that was taken for want of it.
  recharged_at timestamptz,
  -- When what a wallet has is used up at the present burn. It is foreseen with the steps, at every change of money or runs, so
  -- that those whose money ends soon are found without adding up what everybody's machines cost.
  funds_end_at timestamptz,
  -- Since when disks are kept anew because the database was restored as of an earlier time (worker.ts --recover): what was
  -- paid meanwhile is not in it, so no time of before counts.
  spared_at    timestamptz
);
CREATE INDEX dunning_due ON dunning (look_at) WHERE look_at IS NOT NULL;
CREATE INDEX dunning_by_end ON dunning (funds_end_at) WHERE funds_end_at IS NOT NULL;

-- Every step with its time: those to come follow from what the books say and are replaced when that changes.
CREATE TABLE dunning_step (
  account_id text NOT NULL REFERENCES wallet,
  -- NULL where it is about all the wallet pays for.
  order_id   uuid REFERENCES workload_order,
  -- The order or the wallet.
  subject    text NOT NULL,
  kind       text NOT NULL CHECK (kind IN ('FUNDS_LOW', 'TERM_ENDING', 'UNFUNDED_DISK', 'STOPPED_DISK', 'ENDED_DISK', 'DESTROY')),
  -- Which of several of its kind, in hours.
  mark       integer NOT NULL,
  -- When what it belongs to began; another beginning has steps of its own.
  episode    timestamptz NOT NULL,
  due_at     timestamptz NOT NULL,
  done_at    timestamptz,
  PRIMARY KEY (subject, kind, mark, episode)
);
CREATE INDEX dunning_step_by_account ON dunning_step (account_id);
CREATE INDEX dunning_step_by_order ON dunning_step (order_id) WHERE order_id IS NOT NULL;
CREATE INDEX dunning_step_done ON dunning_step (done_at) WHERE done_at IS NOT NULL;

CREATE FUNCTION look_again(account text) RETURNS void LANGUAGE sql AS $$
  INSERT INTO dunning (account_id, look_at) VALUES (account, billing_clock())
  ON CONFLICT (account_id) DO UPDATE SET look_at = excluded.look_at
  WHERE dunning.look_at IS NULL OR dunning.look_at > excluded.look_at
$$;

CREATE FUNCTION look_again_at_wallet() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM look_again(NEW.account_id);
  RETURN NULL;
END $$;
-- What a forecast and the end of a disk follow from. What settlement does to them is foreseen, so it calls for no look.
CREATE TRIGGER look_again AFTER INSERT OR UPDATE OF state, out_of_funds_at, start_requested_at, term_end ON workload_order
  FOR EACH ROW EXECUTE FUNCTION look_again_at_wallet();
CREATE TRIGGER look_again AFTER UPDATE OF released_at ON hold
  FOR EACH ROW WHEN (NEW.order_id IS NOT NULL) EXECUTE FUNCTION look_again_at_wallet();
CREATE TRIGGER look_again AFTER INSERT OR UPDATE OF stopped_at, uncharged_from ON usage_segment
  FOR EACH ROW WHEN (NEW.price > 0) EXECUTE FUNCTION look_again_at_wallet();

-- First what the triggers of orders and holds lock first, or a recharge and an order could wait for each other.
CREATE FUNCTION look_again_at_money() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE funding_look SET look_at = LEAST(look_at, NEW.at), changes = changes + 1
  FROM ledger_entry AS moved
  WHERE moved.transaction_id = NEW.id AND moved.sequence IS NOT NULL AND funding_look.account_id = moved.account_id;
  UPDATE dunning SET look_at = LEAST(look_at, NEW.at), recharged_at = CASE
    WHEN NEW.kind IN ('RECHARGE', 'ADJUSTMENT') AND moved.amount > 0 THEN NEW.at ELSE recharged_at END
  FROM ledger_entry AS moved
  WHERE moved.transaction_id = NEW.id AND moved.sequence IS NOT NULL AND dunning.account_id = moved.account_id;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER look_again AFTER INSERT ON ledger_transaction
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.kind IN ('RECHARGE', 'REFUND', 'ADJUSTMENT', 'TERM', 'TERM_REFUND', 'COLLECTION'))
  EXECUTE FUNCTION look_again_at_money();

-- === Live changes

-- NOTIFY takes a lock of the whole server until its transaction has reached the disk, so payments would commit one by one. What has
-- changed is noted in the transaction instead, and told by whoever forwards it (workloads/live-changes.ts).

-- Not logged: after a crash every browser loads anew.
CREATE UNLOGGED TABLE live_change (
  id      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  payload text NOT NULL
);

CREATE FUNCTION tell(change json) RETURNS void LANGUAGE sql AS $$
  INSERT INTO live_change (payload) VALUES (change::text)
$$;

-- What browsers are told of at once: one change per wallet, order or recharge.
CREATE FUNCTION notify_live() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell(json_build_object(
    'table', TG_TABLE_NAME, 'userId', NEW.user_id, 'id', to_jsonb(NEW) ->> 'id', 'status', to_jsonb(NEW) ->> 'status',
    'name', to_jsonb(NEW) ->> 'name'));
  RETURN NULL;
END $$;
CREATE TRIGGER live AFTER UPDATE OF balance, held ON wallet FOR EACH ROW
  WHEN (OLD.balance <> NEW.balance OR OLD.held <> NEW.held) EXECUTE FUNCTION notify_live();
CREATE TRIGGER live AFTER UPDATE OF status ON recharge FOR EACH ROW
  WHEN (OLD.status <> NEW.status) EXECUTE FUNCTION notify_live();
CREATE TRIGGER live_insert AFTER INSERT ON workload_order FOR EACH ROW EXECUTE FUNCTION notify_live();
CREATE TRIGGER live_update AFTER UPDATE OF state ON workload_order FOR EACH ROW
  WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION notify_live();

-- Operators see at once who registered, was disabled or changed, which codes were used, and what waits for them.
CREATE FUNCTION notify_identity() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell(json_build_object('table', TG_TABLE_NAME));
  RETURN NULL;
END $$;
CREATE TRIGGER live AFTER INSERT OR UPDATE OF phone, email, status ON user_account
  FOR EACH STATEMENT EXECUTE FUNCTION notify_identity();
CREATE TRIGGER live AFTER INSERT OR UPDATE ON invite_code
  FOR EACH STATEMENT EXECUTE FUNCTION notify_identity();
-- Operators see at once what waits for them.
CREATE TRIGGER live AFTER INSERT OR UPDATE ON approval FOR EACH STATEMENT EXECUTE FUNCTION notify_identity();

CREATE FUNCTION notify_notice() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell(json_build_object('table', TG_TABLE_NAME, 'userId', NEW.user_id));
  RETURN NULL;
END $$;
CREATE TRIGGER live AFTER INSERT OR UPDATE OF read_at ON notice FOR EACH ROW EXECUTE FUNCTION notify_notice();

-- Until when a machine's disk is kept is shown with it.
CREATE FUNCTION notify_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell(json_build_object('table', 'workload_order', 'userId', user_id, 'name', name))
  FROM workload_order WHERE id = NEW.order_id;
  RETURN NULL;
END $$;
CREATE TRIGGER live AFTER INSERT ON dunning_step
  FOR EACH ROW WHEN (NEW.kind = 'DESTROY' AND NEW.done_at IS NULL) EXECUTE FUNCTION notify_kept();

-- === Searching by parts

-- Operators search by a part of a name, a phone, a reason: trigrams find three characters or more without reading lists that grow
-- for ever. The extension comes with PostgreSQL, and the owner of the database may create it; where it is missing or refused,
-- searches read them all. Entries are not left in a list to be sorted in later, which every search would read.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX user_account_by_parts ON user_account
    USING gin (username gin_trgm_ops, phone gin_trgm_ops, email gin_trgm_ops) WITH (fastupdate = off);
  CREATE INDEX audit_entry_by_parts ON audit_entry
    USING gin (actor gin_trgm_ops, subject gin_trgm_ops) WITH (fastupdate = off);
  CREATE INDEX workload_order_by_parts ON workload_order USING gin (name gin_trgm_ops) WITH (fastupdate = off);
  CREATE INDEX workload_archive_by_parts ON workload_archive
    USING gin (name gin_trgm_ops, sku gin_trgm_ops, node gin_trgm_ops, image gin_trgm_ops) WITH (fastupdate = off);
  CREATE INDEX invite_code_by_parts ON invite_code USING gin (code gin_trgm_ops) WITH (fastupdate = off);
  CREATE INDEX recharge_by_parts ON recharge
    USING gin (id gin_trgm_ops, provider_transaction_id gin_trgm_ops) WITH (fastupdate = off);
  CREATE INDEX refund_by_parts ON refund USING gin (recharge_id gin_trgm_ops, reason gin_trgm_ops) WITH (fastupdate = off);
  -- Usage has no reason, and its records are written all the time.
  CREATE INDEX billing_record_by_reason ON billing_record USING gin (reason gin_trgm_ops) WITH (fastupdate = off)
    WHERE reason IS NOT NULL;
EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported OR undefined_object THEN
  RAISE WARNING 'Searches read whole lists, for the extension pg_trgm cannot be used: %', SQLERRM;
END $$;
