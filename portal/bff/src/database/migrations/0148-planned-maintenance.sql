-- Planned maintenance is an announced stop, too.

DROP INDEX notice_of_stop;
CREATE INDEX notice_of_stop ON notice (until)
  WHERE kind IN ('MAINTENANCE_PLANNED', 'MAINTENANCE', 'SPOT_INTERRUPTED');
