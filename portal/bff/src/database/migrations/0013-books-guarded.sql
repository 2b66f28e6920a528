-- The database itself refuses what would part wallets, holds and runs from the ledger, whoever asks for it. The checks
-- look at whole statements: every posting is one statement, and a settlement is one for many wallets.

CREATE FUNCTION refuse_unsound_entries() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  wrong text;
BEGIN
  SELECT transaction_id INTO wrong FROM added GROUP BY transaction_id HAVING sum(amount) <> 0 LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'Ledger transaction % does not sum to zero', wrong USING ERRCODE = 'check_violation';
  END IF;
  SELECT a.account_id INTO wrong
  FROM added a LEFT JOIN ledger_entry before ON before.account_id = a.account_id AND before.sequence = a.sequence - 1
  WHERE a.sequence IS NOT NULL
    AND (a.balance_after <> COALESCE(before.balance_after, 0) + a.amount OR (before.sequence IS NULL) <> (a.sequence = 1))
  LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'An entry of % does not follow the one before it', wrong USING ERRCODE = 'check_violation';
  END IF;
  SELECT account_id INTO wrong FROM added a JOIN wallet w USING (account_id) WHERE a.sequence > w.sequence LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'The balance of % leaves out an entry', wrong USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

-- Every posting writes its entries in one statement, so nothing is gained by waiting for the commit.
DROP TRIGGER balanced ON ledger_entry;
DROP FUNCTION refuse_imbalance();
CREATE TRIGGER sound AFTER INSERT ON ledger_entry REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_unsound_entries();

CREATE FUNCTION refuse_unfounded_wallets() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  wrong text;
BEGIN
  SELECT w.account_id INTO wrong
  FROM changed w LEFT JOIN ledger_entry newest ON newest.account_id = w.account_id AND newest.sequence = w.sequence
  WHERE w.balance <> COALESCE(newest.balance_after, 0) OR (newest.sequence IS NULL) <> (w.sequence = 0)
  LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'The balance of % is not that of its newest entry', wrong USING ERRCODE = 'check_violation';
  END IF;
  PERFORM refuse_unheld(ARRAY(SELECT account_id FROM changed));
  RETURN NULL;
END $$;
CREATE TRIGGER founded_at_first AFTER INSERT ON wallet REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_unfounded_wallets();
CREATE TRIGGER founded AFTER UPDATE ON wallet REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_unfounded_wallets();

-- What a wallet has put aside is what its live holds hold.
CREATE FUNCTION refuse_unheld(accounts text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  wrong text;
BEGIN
  SELECT w.account_id INTO wrong FROM wallet w WHERE w.account_id = ANY(accounts) AND w.held <> (
    SELECT COALESCE(sum(h.amount), 0) FROM hold h WHERE h.account_id = w.account_id AND h.released_at IS NULL)
  LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'What % has put aside is not what its holds hold', wrong USING ERRCODE = 'check_violation';
  END IF;
END $$;
CREATE FUNCTION refuse_unheld_holds() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refuse_unheld(ARRAY(SELECT DISTINCT account_id FROM changed));
  RETURN NULL;
END $$;
CREATE TRIGGER held_at_first AFTER INSERT ON hold REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_unheld_holds();
CREATE TRIGGER held AFTER UPDATE ON hold REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_unheld_holds();

-- What a run is charged by is fixed when it is recorded, and what was charged and credited only grows.
CREATE FUNCTION refuse_other_run() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'Run % was recorded with other terms', OLD.id USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER same_run BEFORE UPDATE ON usage_segment FOR EACH ROW
  WHEN ((OLD.order_id, OLD.account_id, OLD.workload_uid, OLD.run_id, OLD.price, OLD.unit, OLD.quantity, OLD.started_at)
      IS DISTINCT FROM
        (NEW.order_id, NEW.account_id, NEW.workload_uid, NEW.run_id, NEW.price, NEW.unit, NEW.quantity, NEW.started_at)
    OR NEW.charged < OLD.charged OR NEW.credited < OLD.credited)
  EXECUTE FUNCTION refuse_other_run();

-- Takes rights from everybody but the owner.
CREATE FUNCTION withdraw_rights(target regclass, rights text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  grantee_name text;
BEGIN
  FOR grantee_name IN
    SELECT DISTINCT r.rolname FROM pg_class c, aclexplode(c.relacl) a JOIN pg_roles r ON r.oid = a.grantee
    WHERE c.oid = target AND a.grantee <> c.relowner
  LOOP
    EXECUTE format('REVOKE %s ON %s FROM %I', rights, target, grantee_name);
  END LOOP;
END $$;
CREATE OR REPLACE FUNCTION make_append_only(target regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %s
                  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', target);
  PERFORM withdraw_rights(target, 'UPDATE, DELETE, TRUNCATE');
END $$;
CREATE OR REPLACE FUNCTION make_read_only(target regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM withdraw_rights(target, 'INSERT, UPDATE, DELETE, TRUNCATE');
END $$;

-- Rows of these stay: the application has no right to remove them.
SELECT withdraw_rights(name::regclass, 'DELETE, TRUNCATE')
FROM unnest(ARRAY['ledger_account', 'wallet', 'hold', 'workload_order', 'usage_segment', 'usage_rating']) AS name;
