-- Usage of long ago can be moved into files (archive-usage.ts): its transactions, entries and lines go, its records and sums
-- stay. All other postings stay whole, for payments and orders refer to them and their keys keep them from being posted twice.

-- What was moved of each account, so that its balance can still be told from entries.
CREATE TABLE archived_entries (
  account_id text PRIMARY KEY,
  entries    bigint NOT NULL,
  amount     bigint NOT NULL,
  -- Of wallets: the newest entry that was moved.
  through    bigint
);
SELECT make_read_only('archived_entries');

-- Usage of earlier days may have been moved.
ALTER TABLE books_check ADD COLUMN archived_before date NOT NULL DEFAULT '-infinity';

-- Only the owner has the right to remove rows at all, and only while it says that it archives.
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND TG_TABLE_NAME IN ('ledger_transaction', 'ledger_entry', 'usage_line')
    AND current_setting('gpulease.archiving', true) = 'on' THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION 'Rows of % are never changed or removed', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

-- A transaction that another one corrects is looked for when it is to go.
CREATE INDEX ledger_transaction_by_corrected ON ledger_transaction (corrects) WHERE corrects IS NOT NULL;
