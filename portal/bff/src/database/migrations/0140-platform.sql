-- What the page of the platform shows of the portal and billing, which only they know.

CREATE TABLE running_program (
  program text NOT NULL CHECK (program IN ('PORTAL', 'WORKER')),
  instance text NOT NULL,
  version text NOT NULL,
  seen_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (program, instance)
);
COMMENT ON TABLE running_program IS 'processes that run; each writes twice a minute that it does';
COMMENT ON COLUMN running_program.instance IS 'the pod, or host and process';

CREATE TABLE last_done (
  task text PRIMARY KEY CHECK (task IN ('SWEEP', 'CHECK_BOOKS')),
  done_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  faults integer NOT NULL DEFAULT 0
);
COMMENT ON TABLE last_done IS 'when billing last came to the end of what it does again and again';
COMMENT ON COLUMN last_done.faults IS 'how many rows of the books break an invariant';
