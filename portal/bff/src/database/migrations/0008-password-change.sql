-- A password that was made up and shown to somebody is good for one thing: choosing another.
ALTER TABLE user_account ADD COLUMN must_change_password boolean NOT NULL DEFAULT false;
