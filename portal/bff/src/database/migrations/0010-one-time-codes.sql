-- Codes by SMS and by e-mail in one table, and what people are shown of their sign-ins. Codes in `sms_code` are asked for
-- again; the table stays for servers of the version before, which go on for a moment, and goes with the next version.
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

ALTER TABLE session ADD COLUMN user_agent text NOT NULL DEFAULT '';
