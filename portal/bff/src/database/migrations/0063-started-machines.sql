-- What a machine costs for an hour that has started without its owner, in micro-yuan.
ALTER TABLE notice ADD COLUMN per_hour bigint;
