-- What a check has found of a GPU that a customer reported, and when machines cost more an hour than their owner wants.

ALTER TABLE gpu_report
  ADD COLUMN checked_at timestamptz,
  ADD COLUMN failed_device text CHECK (failed_device IS NULL OR checked_at IS NOT NULL),
  DROP CONSTRAINT gpu_report_check1,
  ADD CHECK (CASE status WHEN 'OPEN' THEN answer IS NULL ELSE answer IS NOT NULL OR failed_device IS NOT NULL END);
COMMENT ON COLUMN gpu_report.checked_at IS 'when the first check of its GPUs after the report ended that was not before the answer';
COMMENT ON COLUMN gpu_report.failed_device IS 'the GPU that failed the check, which confirms the report; null where all passed';
COMMENT ON COLUMN gpu_report.answered_by IS 'the username of the operator; null where a check has confirmed the report';

-- The platform itself credits a customer whose report a check has proven.
ALTER TABLE ledger_transaction DROP CONSTRAINT ledger_transaction_check;
ALTER TABLE ledger_transaction ADD CONSTRAINT ledger_transaction_check
  CHECK (kind <> 'ADJUSTMENT' OR (reason IS NOT NULL AND (actor IS NOT NULL OR order_id IS NOT NULL))) NOT VALID;
ALTER TABLE approval ALTER COLUMN asked_by DROP NOT NULL;
ALTER TABLE approval ADD CHECK (asked_by IS NOT NULL OR gpu_report_id IS NOT NULL);
COMMENT ON COLUMN approval.asked_by IS 'the username of the operator; null where the platform itself asks';

ALTER TABLE user_account ADD COLUMN spending_hour_limit_at timestamptz;
COMMENT ON COLUMN user_account.spending_hour_limit_at IS 'when its owner chose spending_hour_limit';

ALTER TABLE dunning_step DROP CONSTRAINT dunning_step_kind_check;
ALTER TABLE dunning_step ADD CONSTRAINT dunning_step_kind_check CHECK (kind IN ('FUNDS_LOW', 'BALANCE_BELOW',
  'SPENDING_HOUR', 'SPENDING_DAY_NEAR', 'SPENDING_DAY', 'SPENDING_MONTH_NEAR', 'SPENDING_MONTH',
  'TERM_ENDING', 'UNFUNDED_DISK', 'STOPPED_DISK', 'ENDED_DISK', 'DESTROY'));

DROP TRIGGER look_again_at_spending ON user_account;
CREATE TRIGGER look_again_at_spending
  AFTER UPDATE OF spending_hour_limit, spending_day_limit, spending_month_limit, spending_stops ON user_account
  FOR EACH ROW WHEN ((NEW.spending_hour_limit, NEW.spending_day_limit, NEW.spending_month_limit, NEW.spending_stops)
    IS DISTINCT FROM (OLD.spending_hour_limit, OLD.spending_day_limit, OLD.spending_month_limit, OLD.spending_stops))
  EXECUTE FUNCTION look_again_at_alert();
