-- Users choose how much they want to spend in a day and a month, and what their machines may cost an hour.

ALTER TABLE user_account
  ADD COLUMN spending_hour_limit bigint CHECK (spending_hour_limit > 0),
  ADD COLUMN spending_day_limit bigint CHECK (spending_day_limit > 0),
  ADD COLUMN spending_month_limit bigint CHECK (spending_month_limit > 0),
  ADD COLUMN spending_stops boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN user_account.spending_hour_limit IS
  'fen: nothing is ordered or started with which machines would cost more than that an hour; null where that is not limited';
COMMENT ON COLUMN user_account.spending_day_limit IS
  'fen: its owner is notified once a day of Asia/Shanghai when so much is spent; null where they are not';
COMMENT ON COLUMN user_account.spending_month_limit IS
  'fen: its owner is notified once a month of Asia/Shanghai when so much is spent; null where they are not';
COMMENT ON COLUMN user_account.spending_stops IS
  'whether machines are stopped at the limit of the day and the month, and nothing is ordered or started beyond it';

ALTER TABLE dunning_step DROP CONSTRAINT dunning_step_kind_check;
ALTER TABLE dunning_step ADD CONSTRAINT dunning_step_kind_check CHECK (kind IN ('FUNDS_LOW', 'BALANCE_BELOW',
  'SPENDING_DAY_NEAR', 'SPENDING_DAY', 'SPENDING_MONTH_NEAR', 'SPENDING_MONTH',
  'TERM_ENDING', 'UNFUNDED_DISK', 'STOPPED_DISK', 'ENDED_DISK', 'DESTROY'));

CREATE TRIGGER look_again_at_spending AFTER UPDATE OF spending_day_limit, spending_month_limit, spending_stops ON user_account
  FOR EACH ROW WHEN ((NEW.spending_day_limit, NEW.spending_month_limit, NEW.spending_stops)
    IS DISTINCT FROM (OLD.spending_day_limit, OLD.spending_month_limit, OLD.spending_stops))
  EXECUTE FUNCTION look_again_at_alert();
