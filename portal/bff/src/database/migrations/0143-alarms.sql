-- What the platform tells operators without being asked: one row from the first time that something is seen until it is over.

CREATE TABLE alarm (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  kind text NOT NULL,
  subject text NOT NULL DEFAULT '',
  parameters jsonb NOT NULL,
  condition jsonb,
  first_seen_at timestamptz NOT NULL,
  opened_at timestamptz,
  gone_at timestamptz,
  ended_at timestamptz,
  acknowledged_by text,
  acknowledged_at timestamptz,
  CHECK ((acknowledged_by IS NULL) = (acknowledged_at IS NULL)),
  CHECK (ended_at IS NULL OR opened_at IS NOT NULL)
);
CREATE UNIQUE INDEX alarm_current ON alarm (kind, subject) WHERE ended_at IS NULL;
CREATE INDEX alarm_opened ON alarm (opened_at DESC) WHERE opened_at IS NOT NULL;
CREATE INDEX alarm_ended ON alarm (ended_at) WHERE ended_at IS NOT NULL;

COMMENT ON TABLE alarm IS 'alarms of operators, and what may become one';
COMMENT ON COLUMN alarm.subject IS 'the object or the check; empty where the kind has only one';
COMMENT ON COLUMN alarm.condition IS 'what an object that is not ready says of itself';
COMMENT ON COLUMN alarm.opened_at IS 'when operators were told; null while it has not lasted long enough for that';
COMMENT ON COLUMN alarm.gone_at IS 'since when it is no longer seen; null while it is';
COMMENT ON COLUMN alarm.acknowledged_by IS 'the username of the operator who looks after it';

-- One of all portals looks at a time.
ALTER TABLE last_done DROP CONSTRAINT last_done_task_check;
ALTER TABLE last_done ADD CONSTRAINT last_done_task_check CHECK (task IN ('SWEEP', 'CHECK_BOOKS', 'ALARMS'));

CREATE OR REPLACE VIEW job (id, name, subject, user_id, attempts, next_attempt_at, last_error, waiting) AS
  SELECT named.name || ':' || entry.id, named.name, COALESCE(workload.name, CASE entry.topic WHEN 'alarm' THEN entry.key END),
    COALESCE(workload.user_id, CASE entry.topic WHEN 'alarm' THEN NULL ELSE entry.key END),
    entry.attempts, entry.next_attempt_at, entry.last_error, clock_timestamp() - entry.created_at
  FROM outbox entry
  JOIN (VALUES ('workload.create', 'CREATE_WORKLOAD'), ('workload.start', 'START_WORKLOAD'),
    ('workload.stop', 'STOP_WORKLOAD'),
    ('workload.destroy', 'DESTROY_WORKLOAD'), ('tenant', 'APPLY_TENANT'), ('alarm', 'SEND_ALARM')) AS named (topic, name)
    USING (topic)
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
