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
