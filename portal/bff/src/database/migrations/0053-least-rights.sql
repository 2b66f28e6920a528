-- The application changes what it has to, and nothing else of the books.

-- Records and sums follow from entries: the trigger writes them with the rights of the schema's owner, and nobody else does.
ALTER FUNCTION sum_entries() SECURITY DEFINER SET search_path = public, pg_temp;
SELECT withdraw_rights(name::regclass, 'INSERT, UPDATE, DELETE, TRUNCATE')
FROM unnest(ARRAY['billing_record', 'wallet_sum', 'migration']) AS name;

-- Rows of the platform's sums are merged by removing and adding them.
SELECT withdraw_rights('platform_sum', 'UPDATE, TRUNCATE');
SELECT withdraw_rights('payment_reconciliation', 'DELETE, TRUNCATE');

-- How far the books are checked is noted by the check; up to where they are archived, by the archive alone.
CREATE FUNCTION let_update_only(target regclass, columns text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  grantee_name text;
BEGIN
  FOR grantee_name IN
    SELECT DISTINCT r.rolname FROM pg_class c, aclexplode(c.relacl) a JOIN pg_roles r ON r.oid = a.grantee
    WHERE c.oid = target AND a.grantee <> c.relowner AND a.privilege_type = 'UPDATE'
  LOOP
    EXECUTE format('REVOKE UPDATE ON %s FROM %I', target, grantee_name);
    EXECUTE format('GRANT UPDATE (%s) ON %s TO %I', columns, target, grantee_name);
  END LOOP;
END $$;
SELECT let_update_only('books_check', 'checked_through, seen_through, seen_before');
