-- When a backup was last proved by restoring it; the program that does so says so.

CREATE TABLE last_restore_test (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  ended_at timestamptz,
  seconds  integer,
  CHECK ((ended_at IS NULL) = (seconds IS NULL))
);
INSERT INTO last_restore_test DEFAULT VALUES;

COMMENT ON TABLE last_restore_test IS 'the last restore of a backup into a scratch database that found it whole';
COMMENT ON COLUMN last_restore_test.ended_at IS 'null: none yet';
COMMENT ON COLUMN last_restore_test.seconds IS 'how long restoring and checking the database took';

SELECT withdraw_rights('last_restore_test', 'INSERT, DELETE, TRUNCATE');
SELECT let_update_only('last_restore_test', 'ended_at, seconds');
