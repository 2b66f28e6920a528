-- Money that customers bring.

CREATE TABLE recharge (
  -- The provider's out_trade_no.
  id                      text PRIMARY KEY,
  user_id                 text NOT NULL REFERENCES user_account,
  account_id              text NOT NULL REFERENCES wallet,
  method                  text NOT NULL CHECK (method IN ('TEST', 'WECHAT')),
  status                  text NOT NULL DEFAULT 'PENDING' CHECK (status IN ('PENDING', 'PAID', 'CLOSED')),
  -- What the wallet gets, and what is paid for it.
  amount                  bigint NOT NULL CHECK (amount > 0),
  payment_amount          bigint NOT NULL CHECK (payment_amount > 0),
  code_url                text NOT NULL,
  created_at              timestamptz NOT NULL,
  expires_at              timestamptz NOT NULL,
  paid_at                 timestamptz,
  provider_transaction_id text UNIQUE,
  ledger_transaction_id   bigint UNIQUE REFERENCES ledger_transaction,
  CHECK ((status = 'PAID') = (paid_at IS NOT NULL AND provider_transaction_id IS NOT NULL
                              AND ledger_transaction_id IS NOT NULL))
);
CREATE INDEX recharge_by_user ON recharge (user_id, created_at);
CREATE INDEX recharge_pending ON recharge (expires_at) WHERE status = 'PENDING';

-- The sandbox's payment provider: its own books, which the portal reads through the provider's interface alone.
CREATE TABLE test_payment (
  out_trade_no   text PRIMARY KEY,
  amount         bigint NOT NULL,
  state          text NOT NULL DEFAULT 'NOTPAY' CHECK (state IN ('NOTPAY', 'SUCCESS', 'CLOSED')),
  transaction_id text UNIQUE,
  paid_at        timestamptz
);
