/**
 * `node archive-usage.ts MONTH FILE`: moves usage from before the month (`YYYY-MM`) out of the database at DATABASE_OWNER_URL
 * into the file; see "Archiving old usage" in docs/operating/books.md.
 */
import { readSettings } from '@gpulease/kube/settings';
import { createDatabase, createPool } from './database/database.ts';
import { archiveUsage } from './metering/archive.ts';
import { migrateSettings } from './migrate-settings.ts';

const [month = '', file = ''] = process.argv.slice(2);
const { DATABASE_OWNER_URL: ownerUrl } = readSettings(migrateSettings, process.env);
if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(month) || file === '') {
  throw new Error('Usage: archive-usage.ts MONTH FILE, such as archive-usage.ts 2026-01 usage.jsonl.gz');
}

const STATEMENT_TIMEOUT_MS = 600_000;
const owner = createDatabase(createPool(ownerUrl, 1, STATEMENT_TIMEOUT_MS));
try {
  const { transactions } = await archiveUsage(owner, month, file);
  process.stdout.write(`${transactions} transactions before ${month} were moved to ${file}.\n`);
} finally {
  await owner.destroy();
}
