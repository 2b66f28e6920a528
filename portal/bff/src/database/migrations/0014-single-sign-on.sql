-- Signing in through an operator's own identity provider (OpenID Connect).

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
