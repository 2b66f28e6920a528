-- What scripts call the API with, hashed. A row that is gone refuses its token at once.
CREATE TABLE api_token (
  token_hash   bytea PRIMARY KEY,
  user_id      text NOT NULL REFERENCES user_account,
  name         text NOT NULL,
  scope        text NOT NULL CHECK (scope IN ('READ', 'WRITE')),
  -- Prefix and last characters, to recognise it by.
  hint         text NOT NULL,
  created_at   timestamptz NOT NULL,
  -- NULL: until it is deleted.
  expires_at   timestamptz,
  last_used_at timestamptz,
  UNIQUE (user_id, name)
);
CREATE INDEX api_token_by_expiry ON api_token (expires_at);

-- Whose a token is, what it may do and for how long is said once; the application only notes its use.
DO $$
DECLARE
  grantee_name text;
BEGIN
  FOR grantee_name IN
    SELECT DISTINCT r.rolname FROM pg_class c, aclexplode(c.relacl) a JOIN pg_roles r ON r.oid = a.grantee
    WHERE c.oid = 'api_token'::regclass AND a.grantee <> c.relowner
  LOOP
    EXECUTE format('REVOKE UPDATE ON api_token FROM %I', grantee_name);
    EXECUTE format('GRANT UPDATE (last_used_at) ON api_token TO %I', grantee_name);
  END LOOP;
END $$;
