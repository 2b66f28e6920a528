-- The second factor of an account: an authenticator app. Since when signing in asks for its code; NULL: it does not.
ALTER TABLE user_account ADD COLUMN second_factor_at timestamptz;

-- What the app has, encrypted; its owner has still to prove it where the account's second_factor_at is NULL.
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
