-- When the last backup was taken, of those that are made regularly; the backup itself says so.

CREATE TABLE last_backup (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  taken_at timestamptz
);
INSERT INTO last_backup DEFAULT VALUES;

COMMENT ON TABLE last_backup IS 'the newest backup that was read back without a fault; a restored database knows the one before its own';
COMMENT ON COLUMN last_backup.taken_at IS 'when it began, so that what came later may be missing in it; null: none yet';

SELECT withdraw_rights('last_backup', 'INSERT, DELETE, TRUNCATE');
SELECT let_update_only('last_backup', 'taken_at');
