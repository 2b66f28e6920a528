/**
 * `node backup.ts COMMAND FOLDER [--key-file FILE]`, see docs/operating/backup-and-restore.md:
 * `create` writes the database and the custom resources (with `--only`, one of them) into a new folder and verifies it; `--keep N`
 * writes into a subfolder named after the time and retains the newest N; `--record` records it in the database as the last backup.
 * `verify` reads a backup back (with `--newest`, the newest in the folder); `--restore` also restores it into the empty database at
 * SCRATCH_DATABASE_URL, checks the books and empties it again; `--record` records that as the last restore test.
 * `restore-database` and `restore-cluster` restore the database and the custom resources.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { connect } from '@gpulease/kube';
import { readSettings } from '@gpulease/kube/settings';
import { dumpCluster } from './backup/dump-cluster.ts';
import { dumpDatabase } from './backup/dump-database.ts';
import { loadDatabase } from './backup/load-database.ts';
import { beginBackup, finishBackup, openBackup, verifyBackup, type Backup } from './backup/manifest.ts';
import { recordBackup, recordRestoreTest } from './backup/record.ts';
import { restoreCluster } from './backup/restore-cluster.ts';
import { folderNow, newestIn, removeOld } from './backup/rotation.ts';
import { proofLines, tryRestore } from './backup/try-restore.ts';
import type { Database } from './database/schema.ts';
import { migrateSettings } from './migrate-settings.ts';
import { databaseSettings, scratchSettings } from './settings/shared.ts';
import { findViolations } from './worker/check-books.ts';

const usage =
  'backup.ts create|verify|restore-database|restore-cluster FOLDER [--key-file FILE] [--only database|cluster] [--keep N] [--newest] [--restore] [--record]';
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'key-file': { type: 'string' },
    only: { type: 'string' },
    keep: { type: 'string' },
    record: { type: 'boolean', default: false },
    newest: { type: 'boolean', default: false },
    restore: { type: 'boolean', default: false },
  },
});
const [command = '', folder = ''] = positionals;
const keyFile = values['key-file'];
const passphrase = keyFile === undefined ? undefined : readFileSync(keyFile, 'utf8').trim();
const say = (line: string) => process.stdout.write(`${line}\n`);

const commands: Record<string, () => Promise<void>> = {
  create,
  verify: verifyFolder,
  'restore-database': restoreDatabase,
  'restore-cluster': restoreObjects,
};

try {
  const run = commands[command];
  if (!run || folder === '') throw new Error(`Usage: ${usage}`);
  if (!['database', 'cluster', undefined].includes(values.only))
    throw new Error('--only must be database or cluster.');
  if (passphrase === '') throw new Error(`${keyFile ?? ''} is empty; it must contain the key.`);
  await run();
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}

async function create(): Promise<void> {
  const { keep } = values;
  if (keep === undefined) return createIn(folder);
  if (!/^[1-9]\d*$/.test(keep)) throw new Error('--keep must be the number of backups to keep.');
  // Also before the backup, so that unfinished backups do not fill the disk.
  await removeOld(folder, Number(keep));
  await createIn(folderNow(folder, new Date()));
  for (const name of await removeOld(folder, Number(keep))) say(`Removed ${name}.`);
}

/** Dumps the database first: the books recover orders placed meanwhile from the cluster. */
async function createIn(place: string): Promise<void> {
  const { only, record } = values;
  // Read first: without the URL, the finished backup could not be recorded.
  const url = only === 'cluster' && !record ? '' : readSettings(databaseSettings, process.env).DATABASE_URL;
  const { archive, manifest } = await beginBackup(place, passphrase);
  const database = only === 'cluster' ? undefined : await dumpDatabase(url, archive);
  const cluster = only === 'database' ? undefined : await dumpObjects({ archive, manifest });
  const parts = { ...(database && { database }), ...(cluster && { cluster }) };
  const backup = { archive, manifest: { ...manifest, ...parts } };
  await finishBackup(backup);
  await verify(backup);
  if (record) await recordBackup(url, manifest.takenAt);
}

async function dumpObjects({ archive }: Backup) {
  const cluster = connect({ userAgent: 'gpulease-backup' });
  try {
    return await dumpCluster(cluster, archive);
  } finally {
    await cluster.close();
  }
}

async function verify(backup: Backup): Promise<void> {
  const parts = await verifyBackup(backup);
  for (const { file, rows } of parts) say(`${rows} in ${file}`);
  for (const secret of backup.manifest.cluster?.missing ?? [])
    say(`Not in the backup: the user data in Secret ${secret}.`);
  say(`The backup of ${backup.manifest.takenAt} was verified by reading it back.`);
}

async function verifyFolder(): Promise<void> {
  const backup = await openBackup(values.newest ? await newestIn(folder) : folder, passphrase);
  await verify(backup);
  if (values.restore) await verifyByRestore(backup);
}

async function verifyByRestore(backup: Backup): Promise<void> {
  const { SCRATCH_DATABASE_URL: scratchUrl } = readSettings(scratchSettings, process.env);
  const url = values.record ? readSettings(databaseSettings, process.env).DATABASE_URL : undefined;
  const proof = await tryRestore(backup, scratchUrl, checkBooks);
  for (const line of proofLines(proof)) say(line);
  if (url !== undefined) await recordRestoreTest(url, proof.seconds);
  say(`The backup of ${backup.manifest.takenAt} can be restored.`);
}

async function checkBooks(database: Database): Promise<number> {
  let checked = 0;
  const violations = await findViolations(database, () => (checked += 1));
  const found = violations.map(({ invariant, row }) => `\n${invariant}: ${JSON.stringify(row)}`);
  if (found.length > 0) throw new Error(`The restored books are not in order:${found.join('')}`);
  return checked;
}

async function restoreDatabase(): Promise<void> {
  const backup = await openBackup(folder, passphrase);
  await verify(backup);
  const settings = readSettings(migrateSettings, process.env);
  const { DATABASE_OWNER_URL: ownerUrl, DATABASE_APPLICATION_ROLE: applicationRole } = settings;
  await loadDatabase({ ownerUrl, applicationRole }, backup);
  say(`The database is as of ${backup.manifest.takenAt}. Next: worker.ts --check, then worker.ts --recover.`);
}

async function restoreObjects(): Promise<void> {
  const backup = await openBackup(folder, passphrase);
  await verify(backup);
  await restoreCluster(backup, (outcome, kind, name) => say(`${outcome} ${kind} ${name}`));
  say('Objects marked "exists" were left unchanged. Next, before billing runs: worker.ts --recover.');
}
