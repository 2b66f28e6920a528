-- How many records there are in a period is counted in the index alone: a record that ends at midnight belongs to the day before.
DROP INDEX billing_record_by_time;
CREATE INDEX billing_record_by_time ON billing_record (at, id) INCLUDE (day);
