-- Operators search lists that grow for ever: by a part of what the row itself says, which trigrams find, or by who it belongs to,
-- which is looked up first.

CREATE INDEX refund_by_user ON refund (user_id, created_at, id);
CREATE INDEX workload_archive_by_order ON workload_archive ((order_id::text));

-- Where the extension of migration 0029 is missing, whole lists are read.
DO $$
BEGIN
  CREATE INDEX workload_order_by_parts ON workload_order USING gin (name gin_trgm_ops) WITH (fastupdate = off);
  CREATE INDEX workload_archive_by_parts ON workload_archive
    USING gin (name gin_trgm_ops, sku gin_trgm_ops, node gin_trgm_ops, image gin_trgm_ops) WITH (fastupdate = off);
  CREATE INDEX invite_code_by_parts ON invite_code USING gin (code gin_trgm_ops) WITH (fastupdate = off);
  CREATE INDEX recharge_by_parts ON recharge
    USING gin (id gin_trgm_ops, provider_transaction_id gin_trgm_ops) WITH (fastupdate = off);
  CREATE INDEX refund_by_parts ON refund USING gin (recharge_id gin_trgm_ops, reason gin_trgm_ops) WITH (fastupdate = off);
  -- Usage has no reason, and its records are written all the time.
  CREATE INDEX billing_record_by_reason ON billing_record USING gin (reason gin_trgm_ops) WITH (fastupdate = off)
    WHERE reason IS NOT NULL;
EXCEPTION WHEN undefined_object THEN
  RAISE WARNING 'Searching lists reads all of them, for the extension pg_trgm is missing: %', SQLERRM;
END $$;
