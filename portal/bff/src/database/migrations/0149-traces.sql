-- What an entry of the outbox is a part of, for traces.

ALTER TABLE outbox ADD COLUMN traceparent text;

COMMENT ON COLUMN outbox.traceparent IS 'the W3C trace context of who asked for it; null: it was not traced';
