-- Approvals are searched as the lists of migration 0116 are.

CREATE INDEX approval_by_user ON approval (user_id, created_at, id);

-- Where the extension of migration 0029 is missing, the whole list is read.
DO $$
BEGIN
  CREATE INDEX approval_by_parts ON approval
    USING gin (id gin_trgm_ops, asked_by gin_trgm_ops, reason gin_trgm_ops) WITH (fastupdate = off);
EXCEPTION WHEN undefined_object THEN
  RAISE WARNING 'Searching approvals reads all of them, for the extension pg_trgm is missing: %', SQLERRM;
END $$;
