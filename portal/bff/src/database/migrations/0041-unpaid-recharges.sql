-- Recharges that were never paid are removed after half a year; the paid ones, which stay, are not looked at for it.
CREATE INDEX recharge_unpaid ON recharge (created_at) WHERE status = 'CLOSED' AND paid_at IS NULL;
