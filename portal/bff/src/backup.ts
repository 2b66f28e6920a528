/**
 * `node backup.ts COMMAND FOLDER [--key-file FILE]`, see docs/operating/backup-and-restore.md:
 * `create` writes database and custom resources into a new folder, `--only database` or `--only cluster` one of them, and
 * reads it back, with `--keep N` into a folder by its time in that one, of which the newest N stay, with `--record` noted in the
 * database as the last backup; `verify` reads it back, with `--newest` the newest in that folder, with `--restore` into the empty
 * database of SCRATCH_DATABASE_URL, which is checked and emptied again, with `--record` noted as the last restore test;
 * `restore-database` and `restore-cluster` make each again.
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
  if (!run || folder === '') throw new Error(`Say what to do and with which folder: ${usage}`);
  if (!['database', 'cluster', undefined].includes(values.only))
    throw new Error('--only takes database or cluster.');
  if (passphrase === '') throw new Error(`${keyFile ?? ''} is empty; the key is what is in it.`);
  await run();
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}

async function create(): Promise<void> {
  const { keep } = values;
  if (keep === undefined) return createIn(folder);
  if (!/^[1-9]\d*$/.test(keep)) throw new Error('--keep takes how many backups stay.');
  // Before, too: what did not come to its end must not fill the disk.
  await removeOld(folder, Number(keep));
  await createIn(folderNow(folder, new Date()));
  for (const name of await removeOld(folder, Number(keep))) say(`Removed ${name}.`);
}

/** The database first: what is ordered meanwhile is in the cluster, from where the books get it back. */
async function createIn(place: string): Promise<void> {
  const { only, record } = values;
  // Before anything is written: without the address nothing could be recorded at the end.
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
  say(`The backup of ${backup.manifest.takenAt} is as it was written.`);
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
  say('What says "there" was left as it is. Next, before billing runs: worker.ts --recover.');
}
