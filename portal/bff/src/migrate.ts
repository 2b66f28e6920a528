/** `node migrate.ts`: brings the database of DATABASE_OWNER_URL up to date. Safe to run at every start. */
import { migrate } from './database/migrator.ts';
import { createLogger } from './http/logger.ts';

const log = createLogger(process.env.LOG_LEVEL ?? 'info');
const ownerUrl = process.env.DATABASE_OWNER_URL;
if (!ownerUrl) throw new Error('DATABASE_OWNER_URL is not set.');

const applied = await migrate({ ownerUrl, applicationRole: process.env.DATABASE_APPLICATION_ROLE });
log.info({ applied }, applied.length > 0 ? 'Database migrated' : 'Database is up to date');
