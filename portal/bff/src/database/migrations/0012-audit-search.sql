-- The audit grows for ever and is looked through newest first: by who acted, on what, and as what.
CREATE INDEX audit_entry_by_time ON audit_entry (at);
CREATE INDEX audit_entry_by_actor ON audit_entry (actor, id DESC);
CREATE INDEX audit_entry_by_subject ON audit_entry (subject text_pattern_ops);
CREATE INDEX audit_entry_by_action ON audit_entry (action, id DESC);
CREATE INDEX sign_in_refusal_by_time ON sign_in_refusal (last_at DESC);

CREATE INDEX invite_code_by_user ON invite_code (used_by);
CREATE INDEX invite_code_by_time ON invite_code (created_at DESC);
CREATE INDEX user_account_by_time ON user_account (created_at DESC);

-- Operators see at once who registered, was disabled or changed, and which codes were used.
CREATE FUNCTION notify_identity() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', json_build_object('table', TG_TABLE_NAME)::text);
  RETURN NULL;
END $$;
CREATE TRIGGER live AFTER INSERT OR UPDATE OF phone, email, status ON user_account
  FOR EACH STATEMENT EXECUTE FUNCTION notify_identity();
CREATE TRIGGER live AFTER INSERT OR UPDATE ON invite_code
  FOR EACH STATEMENT EXECUTE FUNCTION notify_identity();
