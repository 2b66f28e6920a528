-- What customers report of the GPUs of their machines, and what operators answer.

CREATE TABLE gpu_report (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id text NOT NULL REFERENCES user_account,
  workload text NOT NULL,
  workload_uid text NOT NULL,
  region text NOT NULL,
  node text NOT NULL,
  gpu text NOT NULL,
  fault text NOT NULL CHECK (fault IN ('MISSING', 'ERRORS', 'SLOW', 'OTHER')),
  details text,
  status text NOT NULL DEFAULT 'OPEN' CHECK (status IN ('OPEN', 'CONFIRMED', 'REPAIRED', 'DISMISSED')),
  answer text,
  answered_by text,
  created_at timestamptz NOT NULL,
  answered_at timestamptz,
  CHECK ((status = 'OPEN') = (answered_at IS NULL)),
  CHECK ((status = 'OPEN') = (answer IS NULL))
);
CREATE UNIQUE INDEX gpu_report_open ON gpu_report (workload_uid) WHERE status = 'OPEN';
CREATE INDEX gpu_report_by_user ON gpu_report (user_id, created_at, id);
CREATE INDEX gpu_report_by_age ON gpu_report (created_at, id);
CREATE INDEX gpu_report_answered ON gpu_report (answered_at);

COMMENT ON TABLE gpu_report IS 'customers say that a GPU does not work; at most one open report for each machine';
COMMENT ON COLUMN gpu_report.node IS 'where the machine ran, and so which host the GPU is in';
COMMENT ON COLUMN gpu_report.gpu IS 'the model';
COMMENT ON COLUMN gpu_report.answer IS 'of the last answer, in the words of the operator; the customer has it as a notice';
COMMENT ON COLUMN gpu_report.answered_by IS 'the username of the operator';
