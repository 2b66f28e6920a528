-- Payments as providers really make them: the code comes after the row, amounts may be wrong, money may go back.

ALTER TABLE recharge
  -- Asked for once the row is committed: null until the provider has answered.
  ALTER COLUMN code_url DROP NOT NULL,
  -- What the provider says was paid; another amount than payment_amount is put aside for an operator.
  ADD COLUMN received_amount bigint CHECK (received_amount > 0),
  -- When the provider is asked next, and how often it was.
  ADD COLUMN next_check_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  ADD COLUMN checks integer NOT NULL DEFAULT 0,
  DROP CONSTRAINT recharge_status_check,
  DROP CONSTRAINT recharge_check;
UPDATE recharge SET received_amount = payment_amount WHERE status = 'PAID';
ALTER TABLE recharge
  ADD CHECK (status IN ('PENDING', 'PAID', 'CLOSED', 'QUARANTINED')),
  ADD CHECK ((status = 'PAID') = (ledger_transaction_id IS NOT NULL)),
  ADD CHECK ((paid_at IS NULL) = (provider_transaction_id IS NULL) AND (paid_at IS NULL) = (received_amount IS NULL)),
  ADD CHECK (status NOT IN ('PAID', 'QUARANTINED') OR paid_at IS NOT NULL),
  ADD CHECK (status <> 'PENDING' OR paid_at IS NULL);
DROP INDEX recharge_pending;
CREATE INDEX recharge_due ON recharge (method, next_check_at) WHERE status = 'PENDING';
CREATE INDEX recharge_quarantined ON recharge (created_at) WHERE status = 'QUARANTINED';
CREATE INDEX recharge_by_time ON recharge (created_at);
CREATE INDEX recharge_by_payment ON recharge (method, paid_at) WHERE paid_at IS NOT NULL;

-- Money that goes back the way it came.
CREATE TABLE refund (
  -- The provider's out_refund_no.
  id                    text PRIMARY KEY,
  recharge_id           text NOT NULL REFERENCES recharge,
  user_id               text NOT NULL REFERENCES user_account,
  account_id            text NOT NULL REFERENCES wallet,
  method                text NOT NULL,
  -- WALLET: out of the balance, which holds it until the provider has paid. QUARANTINE: a payment that was never credited.
  -- PROVIDER: made there without us; the customer owes it.
  source                text NOT NULL CHECK (source IN ('WALLET', 'QUARANTINE', 'PROVIDER')),
  status                text NOT NULL CHECK (status IN ('PENDING', 'SUCCEEDED', 'FAILED')),
  amount                bigint NOT NULL CHECK (amount > 0),
  actor                 text,
  reason                text NOT NULL,
  -- What the provider said last, where it did not simply pay.
  note                  text,
  created_at            timestamptz NOT NULL,
  finished_at           timestamptz,
  next_check_at         timestamptz NOT NULL,
  checks                integer NOT NULL DEFAULT 0,
  ledger_transaction_id bigint UNIQUE REFERENCES ledger_transaction,
  CHECK ((status = 'PENDING') = (finished_at IS NULL)),
  CHECK ((status = 'SUCCEEDED' AND source <> 'QUARANTINE') = (ledger_transaction_id IS NOT NULL)),
  CHECK ((source = 'PROVIDER') = (actor IS NULL))
);
CREATE INDEX refund_by_recharge ON refund (recharge_id);
CREATE INDEX refund_by_time ON refund (created_at);
CREATE INDEX refund_due ON refund (method, next_check_at) WHERE status = 'PENDING';

-- A hold is for an order or for a refund; the latter has no price.
ALTER TABLE hold
  ALTER COLUMN order_id DROP NOT NULL,
  ALTER COLUMN price DROP NOT NULL,
  ALTER COLUMN unit DROP NOT NULL,
  ADD COLUMN refund_id text REFERENCES refund,
  ADD CHECK ((order_id IS NULL) = (refund_id IS NOT NULL)),
  ADD CHECK ((order_id IS NULL) = (price IS NULL) AND (order_id IS NULL) = (unit IS NULL));
CREATE UNIQUE INDEX hold_of_refund ON hold (refund_id);

-- One comparison of our books with a provider's bill of a day of Asia/Shanghai.
CREATE TABLE payment_reconciliation (
  method        text NOT NULL,
  day           date NOT NULL,
  -- When it is tried next; null once it is done.
  next_check_at timestamptz,
  checks        integer NOT NULL DEFAULT 0,
  finished_at   timestamptz,
  -- Payments and refunds in the bill.
  payments      integer NOT NULL DEFAULT 0,
  refunds       integer NOT NULL DEFAULT 0,
  -- What the two do not agree on, each { kind, id, amount, billed }.
  differences   jsonb NOT NULL DEFAULT '[]',
  PRIMARY KEY (method, day),
  CHECK ((next_check_at IS NULL) = (finished_at IS NOT NULL))
);

-- The sandbox's provider gives money back, too.
CREATE TABLE test_refund (
  out_refund_no text PRIMARY KEY,
  out_trade_no  text NOT NULL REFERENCES test_payment,
  amount        bigint NOT NULL
);
