-- Lists are read in the order of an index, forwards or backwards: by time, and what tells rows of the same time apart.
DROP INDEX user_account_by_time;
CREATE INDEX user_account_by_time ON user_account (created_at, id);
DROP INDEX invite_code_by_time;
CREATE INDEX invite_code_by_time ON invite_code (created_at, code);
DROP INDEX recharge_by_time;
CREATE INDEX recharge_by_time ON recharge (created_at, id);
DROP INDEX recharge_by_user;
CREATE INDEX recharge_by_user ON recharge (user_id, created_at, id);
DROP INDEX refund_by_time;
CREATE INDEX refund_by_time ON refund (created_at, id);
DROP INDEX receivable_by_time;
CREATE INDEX receivable_by_time ON receivable (created_at, refund_id);
DROP INDEX notice_by_user;
CREATE INDEX notice_by_user ON notice (user_id, created_at, id);
DROP INDEX sign_in_refusal_by_time;
CREATE INDEX sign_in_refusal_by_time ON sign_in_refusal (last_at, hour, action, username, network);
