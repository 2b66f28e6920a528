-- Operators search the audit by a part of who acted or of what it was done to: a machine, a node, a customer. Trigrams find three
-- characters or more without reading an audit that grows for ever. Where the extension of migration 0029 is missing, it is read.
DO $$
BEGIN
  CREATE INDEX audit_entry_by_parts ON audit_entry
    USING gin (actor gin_trgm_ops, subject gin_trgm_ops) WITH (fastupdate = off);
EXCEPTION WHEN undefined_object THEN
  RAISE WARNING 'Searching the audit reads all of it, for the extension pg_trgm is missing: %', SQLERRM;
END $$;
