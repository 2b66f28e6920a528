-- What customers ordered, what is held for it, how long it ran, and what became of it.

-- One order pays for one Workload. Its price is that of the newest start; what runs keeps its own (usage_segment).
CREATE TABLE workload_order (
  id                 uuid PRIMARY KEY,
  user_id            text NOT NULL REFERENCES user_account,
  account_id         text NOT NULL REFERENCES wallet,
  namespace          text NOT NULL,
  name               text NOT NULL,
  -- Who made the Workload: the portal, after the order; or kubectl or Git, before it.
  source             text NOT NULL CHECK (source IN ('PORTAL', 'KUBERNETES')),
  -- PLACED: paid for, not yet in the cluster. ACTIVE: bound to the Workload with this uid.
  state              text NOT NULL CHECK (state IN ('PLACED', 'ACTIVE', 'REJECTED', 'CLOSED')),
  workload_uid       text,
  -- The Workload's spec as ordered, for showing it until the cluster has it.
  spec               jsonb NOT NULL,
  gpus               bigint NOT NULL CHECK (gpus >= 0),
  policy             text NOT NULL,
  mode               text NOT NULL CHECK (mode IN ('ON_DEMAND', 'RESERVED', 'SPOT')),
  price              bigint NOT NULL CHECK (price > 0),
  unit               text NOT NULL,
  quantity           bigint NOT NULL CHECK (quantity > 0),
  term_units         bigint NOT NULL CHECK (term_units > 0),
  term_start         timestamptz,
  term_end           timestamptz,
  -- What the wallet paid for the whole term.
  term_charge        bigint CHECK (term_charge > 0),
  accepted_at        timestamptz NOT NULL,
  -- The `spec.restartedAt` of the newest start that was paid for; the Workload may not have it yet.
  start_requested_at timestamptz,
  -- Since when it may not run for want of money. A newer start lifts it.
  out_of_funds_at    timestamptz,
  rejection          text,
  closed_at          timestamptz,
  CHECK ((mode = 'RESERVED') = (term_start IS NOT NULL AND term_end IS NOT NULL AND term_charge IS NOT NULL)),
  CHECK (state <> 'ACTIVE' OR workload_uid IS NOT NULL),
  CHECK ((state IN ('REJECTED', 'CLOSED')) = (closed_at IS NOT NULL))
);
CREATE UNIQUE INDEX workload_order_live_name ON workload_order (namespace, name) WHERE state IN ('PLACED', 'ACTIVE');
CREATE UNIQUE INDEX workload_order_live_uid ON workload_order (workload_uid) WHERE state = 'ACTIVE';
CREATE INDEX workload_order_by_uid ON workload_order (workload_uid);
CREATE INDEX workload_order_by_user ON workload_order (user_id, accepted_at);
ALTER TABLE ledger_transaction ADD FOREIGN KEY (order_id) REFERENCES workload_order;

-- Money put aside for one order while its machine may run: one hour of its price, which is that of the runs to come.
CREATE TABLE hold (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id    uuid NOT NULL REFERENCES workload_order,
  account_id  text NOT NULL REFERENCES wallet,
  price       bigint NOT NULL CHECK (price > 0),
  unit        text NOT NULL,
  -- What settlement tops it up to.
  target      bigint NOT NULL CHECK (target >= 0),
  amount      bigint NOT NULL CHECK (amount >= 0 AND amount <= target),
  created_at  timestamptz NOT NULL,
  released_at timestamptz
);
CREATE UNIQUE INDEX hold_live ON hold (order_id) WHERE released_at IS NULL;
CREATE INDEX hold_live_by_account ON hold (account_id) WHERE released_at IS NULL;
CREATE INDEX hold_by_age ON hold (account_id, created_at);

CREATE FUNCTION refuse_second_release() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'Hold % was released at %', OLD.id, OLD.released_at USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER released_once BEFORE UPDATE OR DELETE ON hold
  FOR EACH ROW WHEN (OLD.released_at IS NOT NULL) EXECUTE FUNCTION refuse_second_release();

-- One run of a machine, as it is charged. A run that costs nothing by the second (a reserved term) has price 0.
CREATE TABLE usage_segment (
  id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id        uuid NOT NULL REFERENCES workload_order,
  account_id      text NOT NULL REFERENCES wallet,
  workload_uid    text NOT NULL,
  run_id          text NOT NULL,
  price           bigint NOT NULL CHECK (price >= 0),
  unit            text NOT NULL,
  quantity        bigint NOT NULL CHECK (quantity > 0),
  -- Fixed when billing first saw the run.
  started_at      timestamptz NOT NULL,
  stopped_at      timestamptz,
  end_reason      text,
  -- The end of what is charged; later than `stopped_at` where a minimum applies.
  billed_until    timestamptz,
  charged_through timestamptz NOT NULL,
  charged         bigint NOT NULL DEFAULT 0 CHECK (charged >= 0),
  written_off     bigint NOT NULL DEFAULT 0 CHECK (written_off >= 0),
  credited        bigint NOT NULL DEFAULT 0 CHECK (credited >= 0),
  UNIQUE (workload_uid, run_id),
  CHECK ((stopped_at IS NULL) = (billed_until IS NULL)),
  CHECK (stopped_at >= started_at AND billed_until >= stopped_at)
);
CREATE UNIQUE INDEX usage_segment_open ON usage_segment (workload_uid) WHERE stopped_at IS NULL;
CREATE INDEX usage_segment_unsettled ON usage_segment (account_id)
  WHERE billed_until IS NULL OR charged_through <> billed_until;
CREATE INDEX usage_segment_by_order ON usage_segment (order_id);

-- The stretch of a run that a USAGE or USAGE_CREDIT transaction is for; never longer than an hour of Asia/Shanghai
-- (a credit apart, which goes from the true end to what was charged).
CREATE TABLE usage_line (
  transaction_id bigint PRIMARY KEY REFERENCES ledger_transaction,
  segment_id     bigint NOT NULL REFERENCES usage_segment,
  started_at     timestamptz NOT NULL,
  ended_at       timestamptz NOT NULL,
  CHECK (started_at < ended_at)
);
CREATE INDEX usage_line_by_segment ON usage_line (segment_id);
SELECT make_append_only('usage_line');

-- The last state of workloads that are no more; lists show them beside the live ones.
CREATE TABLE workload_archive (
  workload_uid text PRIMARY KEY,
  order_id     uuid REFERENCES workload_order,
  user_id      text NOT NULL REFERENCES user_account,
  namespace    text NOT NULL,
  name         text NOT NULL,
  object       jsonb NOT NULL,
  archived_at  timestamptz NOT NULL
);
CREATE INDEX workload_archive_by_user ON workload_archive (user_id, archived_at);
