-- A message that was given up after its last try waits for nobody, and was in no list: the view `job` shows it without a next try.

ALTER TABLE notice_delivery ADD COLUMN given_up_at timestamptz;
CREATE INDEX notice_delivery_given_up ON notice_delivery (notice_id) WHERE given_up_at IS NOT NULL;

CREATE OR REPLACE VIEW job (id, name, subject, user_id, attempts, next_attempt_at, last_error, waiting) AS
  SELECT named.name || ':' || entry.id, named.name, workload.name, COALESCE(workload.user_id, entry.key),
    entry.attempts, entry.next_attempt_at, entry.last_error, clock_timestamp() - entry.created_at
  FROM outbox entry
  JOIN (VALUES ('workload.create', 'CREATE_WORKLOAD'), ('workload.start', 'START_WORKLOAD'),
    ('workload.destroy', 'DESTROY_WORKLOAD'), ('tenant', 'APPLY_TENANT')) AS named (topic, name) USING (topic)
  LEFT JOIN workload_order workload ON workload.id = CASE WHEN entry.topic LIKE 'workload.%' THEN entry.key::uuid END
  WHERE entry.done_at IS NULL
UNION ALL
  SELECT 'CHECK_RECHARGE:' || id, 'CHECK_RECHARGE', id, user_id, checks, next_check_at, last_error,
    (SELECT billing_clock()) - next_check_at
  FROM recharge WHERE status = 'PENDING'
UNION ALL
  SELECT 'CARRY_OUT_REFUND:' || id, 'CARRY_OUT_REFUND', id, user_id, checks, next_check_at, last_error,
    (SELECT billing_clock()) - next_check_at
  FROM refund WHERE status = 'PENDING'
UNION ALL
  SELECT 'COMPARE_BILL:' || method || '-' || day, 'COMPARE_BILL', method || ' ' || day, NULL, checks, next_check_at, last_error,
    (SELECT billing_clock()) - next_check_at
  FROM payment_reconciliation WHERE next_check_at IS NOT NULL
UNION ALL
  SELECT 'SEND_' || delivery.channel || ':' || notice.id, 'SEND_' || delivery.channel, notice.workload, notice.user_id,
    delivery.attempts, delivery.next_attempt_at, delivery.last_error,
    CASE WHEN delivery.given_up_at IS NULL THEN (SELECT billing_clock()) - notice.created_at END
  FROM notice_delivery delivery JOIN notice ON notice.id = delivery.notice_id
  WHERE delivery.next_attempt_at IS NOT NULL OR delivery.given_up_at IS NOT NULL
UNION ALL
  SELECT 'REVIEW_WALLET:' || wallet.user_id, 'REVIEW_WALLET', NULL, wallet.user_id, due.attempts, due.look_at, due.last_error,
    (SELECT billing_clock()) - due.look_at
  FROM dunning due JOIN wallet USING (account_id)
  WHERE due.look_at <= (SELECT billing_clock()) OR (due.last_error IS NOT NULL AND due.look_at IS NOT NULL)
UNION ALL
  SELECT 'COMPARE_WALLET:' || wallet.user_id, 'COMPARE_WALLET', NULL, wallet.user_id, 0, due.look_at, NULL,
    (SELECT billing_clock()) - due.look_at
  FROM funding_look due JOIN wallet USING (account_id) WHERE due.look_at <= (SELECT billing_clock());

COMMENT ON COLUMN job.next_attempt_at IS 'null where it was given up';
