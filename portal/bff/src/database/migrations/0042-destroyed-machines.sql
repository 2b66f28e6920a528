-- Destroyed machines are filtered, sorted and counted here, however many there are: by what is said of them beside the object.

-- Kubernetes writes times with their zone, so that one means the same in every session.
CREATE FUNCTION instant_of(written text) RETURNS timestamptz LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT written::timestamptz
$$;

ALTER TABLE workload_archive
  ADD COLUMN created_at timestamptz NOT NULL
    GENERATED ALWAYS AS (COALESCE(instant_of(object #>> '{metadata,creationTimestamp}'), archived_at)) STORED,
  ADD COLUMN sku    text NOT NULL GENERATED ALWAYS AS (COALESCE(object #>> '{spec,sku}', '')) STORED,
  ADD COLUMN region text NOT NULL GENERATED ALWAYS AS (COALESCE(object #>> '{spec,region}', '')) STORED,
  ADD COLUMN image  text NOT NULL GENERATED ALWAYS AS (COALESCE(object #>> '{spec,image}', '')) STORED,
  ADD COLUMN policy text NOT NULL GENERATED ALWAYS AS (COALESCE(object #>> '{spec,pricing,policy}', '')) STORED,
  ADD COLUMN node   text NOT NULL GENERATED ALWAYS AS (COALESCE(object #>> '{status,placed,node}', '')) STORED,
  ADD COLUMN reason text NOT NULL GENERATED ALWAYS AS (COALESCE(object #>> '{status,reason}', '')) STORED;

DROP INDEX workload_archive_by_user;
CREATE INDEX workload_archive_by_user ON workload_archive (user_id, created_at, workload_uid);
DROP INDEX workload_archive_by_age;
CREATE INDEX workload_archive_by_time ON workload_archive (created_at, workload_uid);
-- The newest of a name.
CREATE INDEX workload_archive_by_name ON workload_archive (user_id, name, archived_at);
