/**
 * `node migrate.ts`: brings the database at DATABASE_OWNER_URL up to date. Safe to run at every start. `--settings` prints
 * its settings.
 */
import { printSettingsIfAsked, readSettings } from '@gpulease/kube/settings';
import { migrate } from './database/migrator.ts';
import { createLogger } from './http/logger.ts';
import { migrateSettings } from './migrate-settings.ts';

printSettingsIfAsked([migrateSettings]);
const settings = readSettings(migrateSettings, process.env);
const log = createLogger(settings.LOG_LEVEL);
const applied = await migrate({
  ownerUrl: settings.DATABASE_OWNER_URL,
  applicationRole: settings.DATABASE_APPLICATION_ROLE,
});
log.info({ applied }, applied.length > 0 ? 'Database migrated' : 'Database is up to date');
