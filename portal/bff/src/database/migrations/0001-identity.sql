-- People, sessions and what the HTTP layer keeps. Migrations run as the owner; the application's role has rows only.

-- Rows of such a table are written once: changing them is refused to everybody, and the right to try is withdrawn.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'Rows of % are never changed or removed', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

CREATE FUNCTION make_append_only(target regclass) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  grantee_name text;
BEGIN
  EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %s
                  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', target);
  FOR grantee_name IN
    SELECT DISTINCT r.rolname FROM pg_class c, aclexplode(c.relacl) a JOIN pg_roles r ON r.oid = a.grantee
    WHERE c.oid = target AND a.grantee <> c.relowner
  LOOP
    EXECUTE format('REVOKE UPDATE, DELETE, TRUNCATE ON %s FROM %I', target, grantee_name);
  END LOOP;
END $$;

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
  last_login_at       timestamptz
);

-- Opaque tokens, hashed; one row ends one sign-in.
CREATE TABLE session (
  token_hash   bytea PRIMARY KEY,
  user_id      text NOT NULL REFERENCES user_account,
  console      text NOT NULL CHECK (console IN ('user', 'admin')),
  address      text NOT NULL,
  created_at   timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  expires_at   timestamptz NOT NULL
);
CREATE INDEX session_by_user ON session (user_id);

CREATE TABLE invite_code (
  code       text PRIMARY KEY,
  expires_at timestamptz NOT NULL,
  created_by text NOT NULL,
  created_at timestamptz NOT NULL,
  used_by    text REFERENCES user_account,
  used_at    timestamptz,
  CHECK ((used_by IS NULL) = (used_at IS NULL))
);

CREATE TABLE sms_code (
  id          uuid PRIMARY KEY,
  phone       text NOT NULL,
  purpose     text NOT NULL,
  device_hash bytea NOT NULL,
  code_hash   bytea NOT NULL,
  tries       integer NOT NULL DEFAULT 0,
  created_at  timestamptz NOT NULL,
  expires_at  timestamptz NOT NULL,
  used_at     timestamptz
);
CREATE INDEX sms_code_by_phone ON sms_code (phone, purpose, created_at DESC);

-- Solved challenges, kept until they would have expired anyway.
CREATE TABLE spent_captcha (
  signature  text PRIMARY KEY,
  expires_at timestamptz NOT NULL
);

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
SELECT make_append_only('audit_entry');

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
  key    varchar(255) PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire bigint
);

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

CREATE TABLE sandbox_message (
  id         uuid PRIMARY KEY,
  channel    text NOT NULL CHECK (channel IN ('SMS', 'EMAIL')),
  recipient  text NOT NULL,
  text       text NOT NULL,
  code       text,
  created_at timestamptz NOT NULL
);
