-- Orders, starts and restarts as they were asked for, so that they can be limited per hour whatever they hold.

CREATE TABLE order_request (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id text NOT NULL REFERENCES wallet,
  at         timestamptz NOT NULL
);
CREATE INDEX order_request_by_account ON order_request (account_id, at);
CREATE INDEX order_request_by_age ON order_request (at);

DROP INDEX hold_by_age;
CREATE INDEX hold_by_order ON hold (order_id, created_at);
CREATE INDEX ledger_transaction_by_time ON ledger_transaction (at);
CREATE INDEX workload_order_placed ON workload_order (accepted_at) WHERE state = 'PLACED';
CREATE INDEX workload_order_rejected ON workload_order (closed_at) WHERE state = 'REJECTED';
CREATE INDEX workload_archive_by_age ON workload_archive (archived_at);
