-- Users choose below which balance they are told.

ALTER TABLE user_account ADD COLUMN balance_alert bigint CHECK (balance_alert > 0);
COMMENT ON COLUMN user_account.balance_alert IS 'fen: its owner is notified once when the balance falls below it; null where they are not';

ALTER TABLE dunning_step DROP CONSTRAINT dunning_step_kind_check;
ALTER TABLE dunning_step ADD CONSTRAINT dunning_step_kind_check
  CHECK (kind IN ('FUNDS_LOW', 'BALANCE_BELOW', 'TERM_ENDING', 'UNFUNDED_DISK', 'STOPPED_DISK', 'ENDED_DISK', 'DESTROY'));

CREATE FUNCTION look_again_at_alert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM look_again(account_id) FROM wallet WHERE user_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER look_again AFTER UPDATE OF balance_alert ON user_account
  FOR EACH ROW WHEN (NEW.balance_alert IS DISTINCT FROM OLD.balance_alert) EXECUTE FUNCTION look_again_at_alert();
