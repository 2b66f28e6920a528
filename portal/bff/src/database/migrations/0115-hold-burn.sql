-- A hold says what its machine costs, so that adding up what all machines of a wallet cost reads no order.

-- Fen a second; NULL for a refund. The quantity of an order never changes, and its price only with a new hold.
ALTER TABLE hold ADD COLUMN burn double precision;

CREATE FUNCTION note_burn() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.burn := (SELECT NEW.price::float8 * quantity / unit_seconds(NEW.unit) / 10000 FROM workload_order WHERE id = NEW.order_id);
  RETURN NEW;
END $$;
CREATE TRIGGER burn_noted BEFORE INSERT ON hold FOR EACH ROW EXECUTE FUNCTION note_burn();

UPDATE hold SET burn = hold.price::float8 * o.quantity / unit_seconds(hold.unit) / 10000
FROM workload_order o WHERE o.id = hold.order_id AND hold.released_at IS NULL;
