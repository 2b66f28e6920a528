-- What a customer gets back for the time in which a GPU that they had reported was broken.

ALTER TABLE gpu_report
  ADD COLUMN credit bigint CHECK (credit > 0),
  ADD COLUMN credited_at timestamptz,
  ADD CHECK (credit IS NOT NULL OR credited_at IS NULL);

-- Without a reference: a report is forgotten after some years, the approval stays.
ALTER TABLE approval
  ADD COLUMN gpu_report_id bigint CHECK (gpu_report_id IS NULL OR (kind = 'ADJUSTMENT' AND amount > 0));
CREATE UNIQUE INDEX approval_of_gpu_report ON approval (gpu_report_id) WHERE gpu_report_id IS NOT NULL;

ALTER TABLE notice ADD COLUMN amount bigint;

COMMENT ON COLUMN gpu_report.credit IS 'fen that the customer gets back; fixed by the first answer';
COMMENT ON COLUMN gpu_report.credited_at IS 'null while a second operator has to approve it';
COMMENT ON COLUMN approval.gpu_report_id IS 'the report whose credit it is';
COMMENT ON COLUMN notice.amount IS 'fen';
