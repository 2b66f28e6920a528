-- A first single sign-on can make an account whose password nobody knows. Such an account cannot be asked for one.
ALTER TABLE user_account ADD COLUMN has_password boolean NOT NULL DEFAULT true;

-- Every other customer's account was made with a phone. Of those that have got a password since, the audit tells.
UPDATE user_account u SET has_password = false
WHERE role = 'USER' AND phone IS NULL
  AND EXISTS (SELECT FROM oidc_identity i WHERE i.user_id = u.id)
  AND NOT EXISTS (SELECT FROM audit_entry a WHERE a.actor = u.username AND a.action IN ('CHANGE_PASSWORD', 'RESET_PASSWORD'));

-- A notice of a new API token says which.
ALTER TABLE notice ADD COLUMN api_token text;
