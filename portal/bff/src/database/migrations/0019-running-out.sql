-- What people are told of their machines and money, and what happens step by step once money or time runs out.

-- Since when an account wants its machines started again by a recharge; NULL where it does not.
ALTER TABLE user_account ADD COLUMN restart_on_recharge_at timestamptz;

-- Texts are made from kind, workload and time when a notice is shown or sent, in the language of that moment.
CREATE TABLE notice (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id    text NOT NULL REFERENCES user_account,
  kind       text NOT NULL,
  -- What makes it the same notice, which is said once.
  key        text NOT NULL,
  -- What it is about; only the newest notice about it is still worth sending.
  subject    text NOT NULL,
  -- The name of the workload, where it is about one.
  workload   text,
  -- When what it warns of happens.
  until      timestamptz,
  created_at timestamptz NOT NULL,
  read_at    timestamptz,
  UNIQUE (user_id, key)
);
CREATE INDEX notice_by_user ON notice (user_id, created_at);
CREATE INDEX notice_unread ON notice (user_id) WHERE read_at IS NULL;
CREATE INDEX notice_by_subject ON notice (user_id, subject);
CREATE INDEX notice_by_age ON notice (created_at);

CREATE TABLE notice_delivery (
  notice_id       bigint NOT NULL REFERENCES notice ON DELETE CASCADE,
  channel         text NOT NULL CHECK (channel IN ('SMS', 'EMAIL')),
  attempts        integer NOT NULL DEFAULT 0,
  -- NULL once it is sent, given up, or outdated by a newer notice.
  next_attempt_at timestamptz,
  sent_at         timestamptz,
  last_error      text,
  PRIMARY KEY (notice_id, channel),
  CHECK (sent_at IS NULL OR next_attempt_at IS NULL)
);
CREATE INDEX notice_delivery_due ON notice_delivery (channel, next_attempt_at) WHERE next_attempt_at IS NOT NULL;

-- PostgreSQL sends equal notifications of one transaction once, so reading all notices is one.
CREATE FUNCTION notify_notice() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', json_build_object('table', TG_TABLE_NAME, 'userId', NEW.user_id)::text);
  RETURN NULL;
END $$;
CREATE TRIGGER live AFTER INSERT OR UPDATE OF read_at ON notice FOR EACH ROW EXECUTE FUNCTION notify_notice();

-- One row per wallet that has ordered something.
CREATE TABLE dunning (
  account_id   text PRIMARY KEY REFERENCES wallet,
  -- When its money and machines are looked at next; NULL: not before something changes.
  look_at      timestamptz,
  -- When money last came in, which lifts every step that was taken for want of it.
  recharged_at timestamptz
);
CREATE INDEX dunning_due ON dunning (look_at) WHERE look_at IS NOT NULL;

-- Every step with its time: those to come follow from what the books say and are replaced when that changes.
CREATE TABLE dunning_step (
  account_id text NOT NULL REFERENCES wallet,
  -- NULL where it is about all the wallet pays for.
  order_id   uuid REFERENCES workload_order,
  -- The order or the wallet.
  subject    text NOT NULL,
  kind       text NOT NULL CHECK (kind IN ('FUNDS_LOW', 'TERM_ENDING', 'UNFUNDED_DISK', 'STOPPED_DISK', 'ENDED_DISK', 'DESTROY')),
  -- Which of several of its kind, in hours.
  mark       integer NOT NULL,
  -- When what it belongs to began; another beginning has steps of its own.
  episode    timestamptz NOT NULL,
  due_at     timestamptz NOT NULL,
  done_at    timestamptz,
  PRIMARY KEY (subject, kind, mark, episode)
);
CREATE INDEX dunning_step_by_account ON dunning_step (account_id);
CREATE INDEX dunning_step_by_order ON dunning_step (order_id) WHERE order_id IS NOT NULL;
CREATE INDEX dunning_step_done ON dunning_step (done_at) WHERE done_at IS NOT NULL;

-- Until when a machine's disk is kept is shown with it.
CREATE FUNCTION notify_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', json_build_object('table', 'workload_order', 'userId', user_id, 'name', name)::text)
  FROM workload_order WHERE id = NEW.order_id;
  RETURN NULL;
END $$;
CREATE TRIGGER live AFTER INSERT ON dunning_step
  FOR EACH ROW WHEN (NEW.kind = 'DESTROY' AND NEW.done_at IS NULL) EXECUTE FUNCTION notify_kept();

-- Orders that may have a disk without a machine.
CREATE INDEX workload_order_kept ON workload_order (account_id)
  WHERE state = 'ACTIVE' OR (state IN ('CLOSED', 'REJECTED') AND mode = 'RESERVED');

CREATE FUNCTION look_again(account text) RETURNS void LANGUAGE sql AS $$
  INSERT INTO dunning (account_id, look_at) VALUES (account, billing_clock())
  ON CONFLICT (account_id) DO UPDATE SET look_at = excluded.look_at
  WHERE dunning.look_at IS NULL OR dunning.look_at > excluded.look_at
$$;
CREATE FUNCTION look_again_at_wallet() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM look_again(NEW.account_id);
  RETURN NULL;
END $$;

-- What a forecast and the end of a disk follow from. What settlement does to them is foreseen, so it calls for no look.
CREATE TRIGGER look_again AFTER INSERT OR UPDATE OF state, out_of_funds_at, start_requested_at, term_end ON workload_order
  FOR EACH ROW EXECUTE FUNCTION look_again_at_wallet();
CREATE TRIGGER look_again AFTER INSERT OR UPDATE OF stopped_at ON usage_segment
  FOR EACH ROW WHEN (NEW.price > 0) EXECUTE FUNCTION look_again_at_wallet();
CREATE TRIGGER look_again AFTER UPDATE OF released_at ON hold
  FOR EACH ROW WHEN (NEW.order_id IS NOT NULL) EXECUTE FUNCTION look_again_at_wallet();

CREATE FUNCTION look_again_at_money() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE dunning SET look_at = LEAST(look_at, NEW.at), recharged_at = CASE
    WHEN NEW.kind IN ('RECHARGE', 'ADJUSTMENT') AND moved.amount > 0 THEN NEW.at ELSE recharged_at END
  FROM ledger_entry AS moved
  WHERE moved.transaction_id = NEW.id AND moved.sequence IS NOT NULL AND dunning.account_id = moved.account_id;
  RETURN NULL;
END $$;
-- At the end of the transaction, when its entries are there.
CREATE CONSTRAINT TRIGGER look_again AFTER INSERT ON ledger_transaction
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.kind IN ('RECHARGE', 'REFUND', 'ADJUSTMENT', 'TERM', 'TERM_REFUND')) EXECUTE FUNCTION look_again_at_money();

-- Nobody was told anything yet, so all time counts from now on.
INSERT INTO dunning (account_id, look_at, recharged_at)
SELECT DISTINCT account_id, billing_clock(), billing_clock() FROM workload_order WHERE state <> 'REJECTED';
