-- An email address may have 254 letters, to which the name of the limit and a network are added.
ALTER TABLE rate_limit ALTER COLUMN key TYPE text;
