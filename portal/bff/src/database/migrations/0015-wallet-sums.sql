-- What the entries of each wallet come to by day and hour of Asia/Shanghai, so that no total reads a whole history. Usage
-- counts where it began, anything else where it was booked. Hours are kept for some days only.
CREATE TABLE wallet_sum (
  account_id text NOT NULL REFERENCES wallet,
  span       text NOT NULL CHECK (span IN ('DAY', 'HOUR')),
  starts_at  timestamptz NOT NULL,
  kind       text NOT NULL,
  amount     bigint NOT NULL,
  PRIMARY KEY (account_id, span, starts_at, kind)
);
CREATE INDEX wallet_sum_by_time ON wallet_sum (span, starts_at);

INSERT INTO wallet_sum (account_id, span, starts_at, kind, amount)
SELECT e.account_id, span, date_trunc(lower(span), COALESCE(l.started_at, t.at), 'Asia/Shanghai') AS start, t.kind,
  sum(e.amount)
FROM ledger_entry e JOIN ledger_transaction t ON t.id = e.transaction_id
LEFT JOIN usage_line l USING (transaction_id), unnest(ARRAY['DAY', 'HOUR']) AS span
WHERE e.sequence IS NOT NULL
GROUP BY e.account_id, span, start, t.kind;

-- Runs after the whole statement, when the lines of usage that it wrote are there too.
CREATE FUNCTION sum_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO wallet_sum (account_id, span, starts_at, kind, amount)
  SELECT e.account_id, span, date_trunc(lower(span), COALESCE(l.started_at, t.at), 'Asia/Shanghai') AS start, t.kind,
    sum(e.amount)
  FROM entered e JOIN ledger_transaction t ON t.id = e.transaction_id
  LEFT JOIN usage_line l USING (transaction_id), unnest(ARRAY['DAY', 'HOUR']) AS span
  WHERE e.sequence IS NOT NULL
  GROUP BY e.account_id, span, start, t.kind
  ON CONFLICT (account_id, span, starts_at, kind) DO UPDATE SET amount = wallet_sum.amount + excluded.amount;
  RETURN NULL;
END $$;
CREATE TRIGGER summed AFTER INSERT ON ledger_entry
  REFERENCING NEW TABLE AS entered FOR EACH STATEMENT EXECUTE FUNCTION sum_entries();
