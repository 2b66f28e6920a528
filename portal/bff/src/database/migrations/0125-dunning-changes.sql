-- A wallet that changes while it is looked at stays due: what was decided before the change does not put the next look off.

-- How often something has changed, as in funding_look.
ALTER TABLE dunning ADD COLUMN changes bigint NOT NULL DEFAULT 0;

CREATE OR REPLACE FUNCTION look_again(account text) RETURNS void LANGUAGE sql AS $$
  INSERT INTO dunning (account_id, look_at) VALUES (account, billing_clock())
  ON CONFLICT (account_id) DO UPDATE SET look_at = LEAST(dunning.look_at, excluded.look_at), changes = dunning.changes + 1
$$;

CREATE OR REPLACE FUNCTION look_again_at_money() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE funding_look SET look_at = LEAST(look_at, NEW.at), changes = changes + 1
  FROM ledger_entry AS moved
  WHERE moved.transaction_id = NEW.id AND moved.sequence IS NOT NULL AND funding_look.account_id = moved.account_id;
  UPDATE dunning SET look_at = LEAST(look_at, NEW.at), changes = changes + 1, recharged_at = CASE
    WHEN NEW.kind IN ('RECHARGE', 'ADJUSTMENT') AND moved.amount > 0 THEN NEW.at ELSE recharged_at END
  FROM ledger_entry AS moved
  WHERE moved.transaction_id = NEW.id AND moved.sequence IS NOT NULL AND dunning.account_id = moved.account_id;
  RETURN NULL;
END $$;
