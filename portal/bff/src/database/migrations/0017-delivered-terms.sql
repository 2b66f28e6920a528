-- Reserved terms: whether the platform delivers what was paid for, and what was given back where it did not.
ALTER TABLE workload_order
  -- Since when a run is owed; null while one goes on, and while the customer keeps the machine switched off.
  ADD COLUMN owed_since timestamptz,
  -- When the first run began.
  ADD COLUMN delivered_at timestamptz,
  -- By how much the term was moved since the first run came late.
  ADD COLUMN late_ms bigint NOT NULL DEFAULT 0 CHECK (late_ms >= 0),
  -- For how long runs were owed after the first one.
  ADD COLUMN outage_ms bigint NOT NULL DEFAULT 0 CHECK (outage_ms >= 0),
  -- What was given back of the term's charge.
  ADD COLUMN term_credited bigint NOT NULL DEFAULT 0,
  -- When the customer asked for the end.
  ADD COLUMN cancelled_at timestamptz;

UPDATE workload_order o SET
  delivered_at = (SELECT min(started_at) FROM usage_segment s WHERE s.order_id = o.id),
  term_credited = COALESCE((
    SELECT sum(e.amount) FROM ledger_transaction t JOIN ledger_entry e ON e.transaction_id = t.id
    WHERE t.order_id = o.id AND t.kind = 'TERM_REFUND' AND e.account_id = o.account_id), 0)
WHERE mode = 'RESERVED';
UPDATE workload_order SET owed_since = term_start
WHERE mode = 'RESERVED' AND state IN ('PLACED', 'ACTIVE') AND delivered_at IS NULL;

ALTER TABLE workload_order ADD CHECK (0 <= term_credited AND term_credited <= COALESCE(term_charge, 0));
