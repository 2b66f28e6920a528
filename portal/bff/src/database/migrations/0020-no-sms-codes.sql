-- Codes are in `one_time_code`; no server reads this table any more.
DROP TABLE sms_code;
