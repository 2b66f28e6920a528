-- Wishes to be told once when a sold-out SKU can be had again.
CREATE TABLE stock_alert (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id    text NOT NULL REFERENCES user_account,
  sku        text NOT NULL,
  -- NULL: any.
  region     text,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  UNIQUE NULLS NOT DISTINCT (user_id, sku, region)
);
CREATE INDEX stock_alert_by_offer ON stock_alert (sku, region);
CREATE INDEX stock_alert_by_expiry ON stock_alert (expires_at);

-- What can be had again: the names of SKU and region, and what they are called in the user's language.
ALTER TABLE notice ADD COLUMN offer jsonb;
