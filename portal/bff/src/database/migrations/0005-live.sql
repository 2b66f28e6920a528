-- What browsers are told of at once: one notification per wallet, order or recharge that changed, on channel `live`.

CREATE FUNCTION notify_live() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', json_build_object(
    'table', TG_TABLE_NAME, 'userId', NEW.user_id, 'id', to_jsonb(NEW) ->> 'id', 'status', to_jsonb(NEW) ->> 'status',
    'name', to_jsonb(NEW) ->> 'name')::text);
  RETURN NULL;
END $$;

CREATE TRIGGER live AFTER UPDATE OF balance, held ON wallet FOR EACH ROW
  WHEN (OLD.balance <> NEW.balance OR OLD.held <> NEW.held) EXECUTE FUNCTION notify_live();
CREATE TRIGGER live AFTER UPDATE OF status ON recharge FOR EACH ROW
  WHEN (OLD.status <> NEW.status) EXECUTE FUNCTION notify_live();
CREATE TRIGGER live_insert AFTER INSERT ON workload_order FOR EACH ROW EXECUTE FUNCTION notify_live();
CREATE TRIGGER live_update AFTER UPDATE OF state ON workload_order FOR EACH ROW
  WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION notify_live();
