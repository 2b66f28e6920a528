-- What an operator has asked for that a second one has to approve: what is carried out stands here, and nothing of it changes.
CREATE TABLE approval (
  id              text PRIMARY KEY,
  kind            text NOT NULL CHECK (kind IN ('ADJUSTMENT', 'REFUND', 'WRITE_OFF')),
  user_id         text NOT NULL REFERENCES user_account,
  -- The recharge that is given back, or the refund whose receivable is written off.
  recharge_id     text REFERENCES recharge,
  receivable_id   text REFERENCES receivable,
  -- Fen. Of an adjustment what the wallet gets, which may be negative; else what is given back or written off.
  amount          bigint NOT NULL CHECK (amount <> 0 AND (amount > 0 OR kind = 'ADJUSTMENT')),
  reason          text NOT NULL CHECK (reason <> ''),
  asked_by        text NOT NULL,
  -- What the operator was told who asked: the balance then, and what it would come to.
  balance_before  bigint NOT NULL,
  balance_after   bigint NOT NULL,
  created_at      timestamptz NOT NULL,
  expires_at      timestamptz NOT NULL CHECK (expires_at > created_at),
  status          text NOT NULL DEFAULT 'PENDING' CHECK (status IN ('PENDING', 'APPROVED', 'DECLINED', 'WITHDRAWN')),
  decided_by      text,
  decision_reason text,
  decided_at      timestamptz,
  -- What came of it. An adjustment or write-off is known by the key of its transaction.
  refund_id       text UNIQUE REFERENCES refund,
  CHECK ((kind = 'REFUND') = (recharge_id IS NOT NULL)),
  CHECK ((kind = 'WRITE_OFF') = (receivable_id IS NOT NULL)),
  CHECK ((status = 'PENDING') = (decided_by IS NULL)),
  CHECK ((decided_by IS NULL) = (decision_reason IS NULL) AND (decided_by IS NULL) = (decided_at IS NULL)),
  -- Nobody decides on their own request, and nobody else takes it back.
  CHECK (status NOT IN ('APPROVED', 'DECLINED') OR decided_by <> asked_by),
  CHECK (status <> 'WITHDRAWN' OR decided_by = asked_by),
  CHECK ((status = 'APPROVED' AND kind = 'REFUND') = (refund_id IS NOT NULL))
);
CREATE INDEX approval_by_time ON approval (created_at DESC);
CREATE INDEX approval_pending ON approval (expires_at) WHERE status = 'PENDING';

SELECT withdraw_rights('approval', 'DELETE, TRUNCATE');
SELECT let_update_only('approval', 'status, decided_by, decision_reason, decided_at, refund_id');

CREATE FUNCTION refuse_second_decision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'Approval % has been decided on', OLD.id USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER decided_once BEFORE UPDATE ON approval FOR EACH ROW
  WHEN (OLD.status <> 'PENDING') EXECUTE FUNCTION refuse_second_decision();

-- Operators see at once what waits for them.
CREATE TRIGGER live AFTER INSERT OR UPDATE ON approval FOR EACH STATEMENT EXECUTE FUNCTION notify_identity();
