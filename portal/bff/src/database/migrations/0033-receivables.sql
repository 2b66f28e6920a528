-- What customers owe because more went back to them than they had; and refunds that the provider cannot pay.

-- COLLECTION: out of a wallet, for a receivable. WRITE_OFF: of a receivable that nobody will pay.
ALTER TABLE ledger_transaction
  DROP CONSTRAINT ledger_transaction_kind_check,
  ADD CONSTRAINT ledger_transaction_kind_check CHECK (kind IN ('RECHARGE', 'REFUND', 'ADJUSTMENT', 'USAGE', 'USAGE_CREDIT',
    'TERM', 'TERM_REFUND', 'RECOGNITION', 'COLLECTION', 'WRITE_OFF')),
  ADD CHECK (kind <> 'WRITE_OFF' OR (actor IS NOT NULL AND reason IS NOT NULL)),
  ADD CHECK (kind NOT IN ('COLLECTION', 'WRITE_OFF') OR corrects IS NOT NULL);

-- One per refund that the provider paid beyond what the wallet had.
CREATE TABLE receivable (
  refund_id      text PRIMARY KEY REFERENCES refund,
  account_id     text NOT NULL REFERENCES wallet,
  -- Which booked the refund; collections and the write-off name it as what they correct.
  transaction_id bigint NOT NULL UNIQUE REFERENCES ledger_transaction,
  amount         bigint NOT NULL CHECK (amount > 0),
  collected      bigint NOT NULL DEFAULT 0 CHECK (collected >= 0),
  written_off    bigint NOT NULL DEFAULT 0 CHECK (written_off >= 0),
  created_at     timestamptz NOT NULL,
  -- When nothing was left to pay.
  settled_at     timestamptz,
  CHECK (collected + written_off <= amount),
  CHECK ((collected + written_off = amount) = (settled_at IS NOT NULL))
);
CREATE INDEX receivable_open ON receivable (account_id) WHERE settled_at IS NULL;
CREATE INDEX receivable_by_time ON receivable (created_at);
SELECT withdraw_rights('receivable', 'DELETE, TRUNCATE');

-- What was owed before is collected from now on, and its customers are told.
INSERT INTO receivable (refund_id, account_id, transaction_id, amount, created_at)
SELECT f.id, f.account_id, e.transaction_id, -e.amount, f.finished_at
FROM refund f JOIN ledger_entry e ON e.transaction_id = f.ledger_transaction_id AND e.account_id = 'refund-receivable';
INSERT INTO notice (user_id, kind, key, subject, created_at)
SELECT w.user_id, 'REFUND_OWED', 'REFUND_OWED/' || r.refund_id, r.account_id, billing_clock()
FROM receivable r JOIN wallet w USING (account_id);

-- A payment in quarantine can be given back at the provider by hand as well.
ALTER TABLE refund
  DROP CONSTRAINT refund_check2,
  ADD CHECK (source <> 'PROVIDER' OR actor IS NULL),
  ADD CHECK (source <> 'WALLET' OR actor IS NOT NULL),
  -- How an operator ended a refund that the provider could not pay.
  ADD COLUMN decision        text CHECK (decision IN ('RETURN', 'PAID_BY_HAND')),
  ADD COLUMN decided_by      text,
  ADD COLUMN decision_reason text,
  ADD CHECK ((decision IS NULL) = (decided_by IS NULL) AND (decision IS NULL) = (decision_reason IS NULL));

-- A collection is told by the way in which the refund was paid.
CREATE OR REPLACE FUNCTION method_of(posted bigint, kind text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN kind = 'ADJUSTMENT' THEN 'ADMIN' WHEN kind IN ('RECHARGE', 'REFUND', 'COLLECTION') THEN (
    SELECT substr(account_id, length('payments:') + 1) FROM ledger_entry
    WHERE transaction_id = COALESCE((SELECT corrects FROM ledger_transaction WHERE id = posted AND kind = 'COLLECTION'), posted)
      AND starts_with(account_id, 'payments:')) END
$$;

DROP TRIGGER look_again ON ledger_transaction;
CREATE CONSTRAINT TRIGGER look_again AFTER INSERT ON ledger_transaction
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.kind IN ('RECHARGE', 'REFUND', 'ADJUSTMENT', 'TERM', 'TERM_REFUND', 'COLLECTION'))
  EXECUTE FUNCTION look_again_at_money();
