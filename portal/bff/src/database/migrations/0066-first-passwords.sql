-- A password that was made up for somebody, and seen by others on its way, is good for so long only.
ALTER TABLE user_account ADD COLUMN first_password_until timestamptz;

-- Of those that are on their way now nobody knows since when.
UPDATE user_account SET first_password_until = now() + interval '3 days' WHERE must_change_password;
