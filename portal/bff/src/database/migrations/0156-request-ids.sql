-- Which request asked for what is done later, for the log; and the audit is searched by it.

ALTER TABLE outbox ADD COLUMN request_id text;
ALTER TABLE notice ADD COLUMN request_id text;
ALTER TABLE recharge ADD COLUMN request_id text;
ALTER TABLE refund ADD COLUMN request_id text;

COMMENT ON COLUMN outbox.request_id IS 'the request that asked for it; null: none did';
COMMENT ON COLUMN notice.request_id IS 'the request that gave it; null: none did';
COMMENT ON COLUMN recharge.request_id IS 'the request that ordered it; null: none did';
COMMENT ON COLUMN refund.request_id IS 'the request that ordered it; null: none did';

CREATE INDEX audit_entry_by_request ON audit_entry (request_id) WHERE request_id IS NOT NULL;
