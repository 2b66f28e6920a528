-- A start clears out_of_funds_at; one that is taken back brings it back from here.
ALTER TABLE workload_order ADD COLUMN out_of_funds_before timestamptz;
