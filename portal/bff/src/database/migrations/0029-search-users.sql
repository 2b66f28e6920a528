-- Operators search users by a part of the name, phone or email. Trigrams find three characters or more without reading all
-- users. The extension comes with PostgreSQL, and the owner of the database may create it; where it is missing or refused,
-- the search works as before and reads them all.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  -- Entries are not left in a list to be sorted in later, which every search would read.
  CREATE INDEX user_account_by_parts ON user_account
    USING gin (username gin_trgm_ops, phone gin_trgm_ops, email gin_trgm_ops) WITH (fastupdate = off);
EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported THEN
  RAISE WARNING 'Searching users reads all of them, for the extension pg_trgm cannot be used: %', SQLERRM;
END $$;
