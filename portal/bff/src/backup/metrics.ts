import type { Registry } from 'prom-client';
import { readingMetric } from '../database/metrics.ts';
import type { Database } from '../database/schema.ts';
import { readLastBackup, readLastRestoreTest } from './record.ts';

/** Exports when the last backup was taken, and what age is too old. Only where backups are set up. */
export function backupMetrics(registry: Registry, database: Database, maxAgeHours: number): void {
  readingMetric(registry, {
    name: 'gpulease_backup_last_success_timestamp_seconds',
    help: 'When the last backup was taken that was read back without a fault; 0: none yet',
    read: async () => ((await readLastBackup(database))?.at.getTime() ?? 0) / 1_000,
  });
  readingMetric(registry, {
    name: 'gpulease_backup_max_age_seconds',
    help: 'After how long the last backup is too old',
    read: () => Promise.resolve(maxAgeHours * 3_600),
  });
}

/** Exports when a backup was last proved by a restore, and what age is too old. Only where restore tests are set up. */
export function restoreTestMetrics(registry: Registry, database: Database, maxAgeHours: number): void {
  readingMetric(registry, {
    name: 'gpulease_restore_test_last_success_timestamp_seconds',
    help: 'When a backup was last restored into a scratch database and found whole; 0: none yet',
    read: async () => ((await readLastRestoreTest(database))?.at.getTime() ?? 0) / 1_000,
  });
  readingMetric(registry, {
    name: 'gpulease_restore_test_max_age_seconds',
    help: 'After how long the last restore test is too old',
    read: () => Promise.resolve(maxAgeHours * 3_600),
  });
}
