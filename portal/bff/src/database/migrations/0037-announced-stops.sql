-- Announced stops that are still to come are looked at in every sweep.
CREATE INDEX notice_of_stop ON notice (until) WHERE kind IN ('MAINTENANCE', 'SPOT_INTERRUPTED');
