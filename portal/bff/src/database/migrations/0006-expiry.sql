-- What has expired is found by its time, not by reading the whole table.
CREATE INDEX session_by_expiry ON session (expires_at);
CREATE INDEX spent_captcha_by_expiry ON spent_captcha (expires_at);
CREATE INDEX sms_code_by_expiry ON sms_code (expires_at);
CREATE INDEX sandbox_message_by_age ON sandbox_message (created_at);
CREATE INDEX outbox_done ON outbox (done_at) WHERE done_at IS NOT NULL;
CREATE INDEX rate_limit_by_expiry ON rate_limit (expire);
