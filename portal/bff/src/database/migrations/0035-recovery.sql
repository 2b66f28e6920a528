-- Since when disks are kept anew because the database was restored as of an earlier time (worker.ts --recover): what was paid
-- meanwhile is not in it, so no time of before counts.
ALTER TABLE dunning ADD COLUMN spared_at timestamptz;
