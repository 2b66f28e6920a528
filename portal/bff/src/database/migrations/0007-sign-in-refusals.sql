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
