-- A reserved term that is given up gives back what was agreed on then, whatever is known of its delivery later.
ALTER TABLE workload_order
  -- What comes back, in fen, beside what outages until then are credited with; fixed together with `cancelled_at`.
  ADD COLUMN agreed_refund bigint CHECK (0 <= agreed_refund AND agreed_refund <= term_charge),
  ADD CHECK (agreed_refund IS NULL OR cancelled_at IS NOT NULL);

CREATE FUNCTION refuse_other_agreement() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'What order % gives back was agreed on at %', OLD.id, OLD.cancelled_at USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER agreed_once BEFORE UPDATE OF cancelled_at, agreed_refund ON workload_order FOR EACH ROW
  WHEN (OLD.agreed_refund IS NOT NULL
    AND (OLD.cancelled_at, OLD.agreed_refund) IS DISTINCT FROM (NEW.cancelled_at, NEW.agreed_refund))
  EXECUTE FUNCTION refuse_other_agreement();

-- What a person has confirmed when a machine was ordered or a term paid is never another sum later.
CREATE FUNCTION refuse_other_terms() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'Order % was placed with other terms', OLD.id USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER same_terms BEFORE UPDATE OF mode, quantity, term_units, term_charge ON workload_order FOR EACH ROW
  WHEN ((OLD.mode, OLD.quantity, OLD.term_units, OLD.term_charge)
    IS DISTINCT FROM (NEW.mode, NEW.quantity, NEW.term_units, NEW.term_charge))
  EXECUTE FUNCTION refuse_other_terms();
