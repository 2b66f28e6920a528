-- NOTIFY takes a lock of the whole server until its transaction has reached the disk, so payments would commit one by one.
-- What has changed is noted in the transaction instead, and told by whoever forwards it (workloads/live-changes.ts).

-- Not logged: after a crash every browser loads anew.
CREATE UNLOGGED TABLE live_change (
  id      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  payload text NOT NULL
);

CREATE FUNCTION tell(change json) RETURNS void LANGUAGE sql AS $$
  INSERT INTO live_change (payload) VALUES (change::text)
$$;

CREATE OR REPLACE FUNCTION notify_live() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell(json_build_object(
    'table', TG_TABLE_NAME, 'userId', NEW.user_id, 'id', to_jsonb(NEW) ->> 'id', 'status', to_jsonb(NEW) ->> 'status',
    'name', to_jsonb(NEW) ->> 'name'));
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION notify_identity() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell(json_build_object('table', TG_TABLE_NAME));
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION notify_notice() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell(json_build_object('table', TG_TABLE_NAME, 'userId', NEW.user_id));
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION notify_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell(json_build_object('table', 'workload_order', 'userId', user_id, 'name', name))
  FROM workload_order WHERE id = NEW.order_id;
  RETURN NULL;
END $$;
