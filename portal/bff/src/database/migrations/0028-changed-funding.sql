-- Which wallets have changed, so that a sweep compares their orders with the Workloads and no others.

-- One row per wallet that has ordered something.
CREATE TABLE funding_look (
  account_id text PRIMARY KEY REFERENCES wallet,
  -- When its orders are compared with their Workloads next; NULL: not before something changes.
  look_at    timestamptz,
  -- How often something has changed: who has looked at an older state does not put the next look off.
  changes    bigint NOT NULL DEFAULT 0
);
CREATE INDEX funding_look_due ON funding_look (look_at) WHERE look_at IS NOT NULL;

CREATE FUNCTION note_funding_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO funding_look (account_id, look_at) VALUES (NEW.account_id, billing_clock())
  ON CONFLICT (account_id) DO UPDATE SET look_at = LEAST(funding_look.look_at, excluded.look_at),
    changes = funding_look.changes + 1;
  RETURN NULL;
END $$;

-- What settlement does to money is foreseen, so it calls for no look; a run that it charges to its end is shown.
CREATE TRIGGER funding_changed AFTER INSERT OR UPDATE OF state, price, out_of_funds_at, start_requested_at, term_end, rejection
  ON workload_order FOR EACH ROW EXECUTE FUNCTION note_funding_change();
CREATE TRIGGER funding_changed_at_first AFTER INSERT ON usage_segment
  FOR EACH ROW EXECUTE FUNCTION note_funding_change();
CREATE TRIGGER funding_changed AFTER UPDATE OF stopped_at, charged_through ON usage_segment
  FOR EACH ROW WHEN (NEW.stopped_at IS NOT NULL) EXECUTE FUNCTION note_funding_change();
CREATE TRIGGER funding_changed AFTER INSERT OR UPDATE OF released_at ON hold
  FOR EACH ROW EXECUTE FUNCTION note_funding_change();

-- First what the triggers of orders and holds lock first, or a recharge and an order could wait for each other.
CREATE OR REPLACE FUNCTION look_again_at_money() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE funding_look SET look_at = LEAST(look_at, NEW.at), changes = changes + 1
  FROM ledger_entry AS moved
  WHERE moved.transaction_id = NEW.id AND moved.sequence IS NOT NULL AND funding_look.account_id = moved.account_id;
  UPDATE dunning SET look_at = LEAST(look_at, NEW.at), recharged_at = CASE
    WHEN NEW.kind IN ('RECHARGE', 'ADJUSTMENT') AND moved.amount > 0 THEN NEW.at ELSE recharged_at END
  FROM ledger_entry AS moved
  WHERE moved.transaction_id = NEW.id AND moved.sequence IS NOT NULL AND dunning.account_id = moved.account_id;
  RETURN NULL;
END $$;

INSERT INTO funding_look (account_id, look_at)
SELECT DISTINCT account_id, billing_clock() FROM workload_order WHERE state IN ('PLACED', 'ACTIVE');

-- Runs that are over and not charged to their end are few, and are looked for at each sweep.
CREATE INDEX usage_segment_owing ON usage_segment (account_id) WHERE stopped_at IS NOT NULL AND charged_through <> stopped_at;
