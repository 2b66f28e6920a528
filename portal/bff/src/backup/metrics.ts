import type { Registry } from 'prom-client';
import { readingMetric } from '../database/metrics.ts';
import type { Database } from '../database/schema.ts';
import { readLastBackup, readLastRestoreTest } from './record.ts';

/** Exports the time of the last backup and its maximum age. Only if backups are configured. */
export function backupMetrics(registry: Registry, database: Database, maxAgeHours: number): void {
  readingMetric(registry, {
    name: 'gpulease_backup_last_success_timestamp_seconds',
    help: 'Unix time of the last backup that was verified by reading it back; 0 if there is none',
    read: async () => ((await readLastBackup(database))?.at.getTime() ?? 0) / 1_000,
  });
  readingMetric(registry, {
    name: 'gpulease_backup_max_age_seconds',
    help: 'Age in seconds above which the last backup is too old',
    read: () => Promise.resolve(maxAgeHours * 3_600),
  });
}

/** Exports the time of the last restore test and its maximum age. Only if restore tests are configured. */
export function restoreTestMetrics(registry: Registry, database: Database, maxAgeHours: number): void {
  readingMetric(registry, {
    name: 'gpulease_restore_test_last_success_timestamp_seconds',
    help: 'Unix time of the last successful restore of a backup into a scratch database; 0 if there is none',
    read: async () => ((await readLastRestoreTest(database))?.at.getTime() ?? 0) / 1_000,
  });
  readingMetric(registry, {
    name: 'gpulease_restore_test_max_age_seconds',
    help: 'Age in seconds above which the last restore test is too old',
    read: () => Promise.resolve(maxAgeHours * 3_600),
  });
}
