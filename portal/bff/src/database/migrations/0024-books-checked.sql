-- How far the books were found in order, so that the hourly check looks at what came since.
CREATE TABLE books_check (
  only_row        boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  -- Transactions up to this one are checked, and none with a smaller id can come any more.
  checked_through bigint NOT NULL DEFAULT 0,
  -- The newest transaction of the last check, and the first of the database's own that began after it: once all before
  -- that have ended, nothing with a smaller id can come.
  seen_through    bigint NOT NULL DEFAULT 0,
  seen_before     xid8   NOT NULL DEFAULT '0'
);
INSERT INTO books_check DEFAULT VALUES;
SELECT withdraw_rights('books_check', 'INSERT, DELETE, TRUNCATE');
