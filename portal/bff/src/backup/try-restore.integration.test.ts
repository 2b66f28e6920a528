/** Runs `gpulease-backup verify --restore` like an operator, on intact and damaged backups. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { API_VERSION, tenants, workloads } from '@gpulease/crds';
import { secrets } from '@gpulease/kube';
import { usePostgres, type TestDatabase } from '@gpulease/local/testing';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import { migrate, readMigrations } from '../database/migrator.ts';
import { aCustomer, openBooks, type Books } from '../testing/books.ts';
import { writePart } from './archive.ts';
import { catalogue } from './dump-cluster.ts';
import { dumpDatabase } from './dump-database.ts';
import { beginBackup, finishBackup } from './manifest.ts';
import { readLastRestoreTest } from './record.ts';

const home = mkdtempSync(join(tmpdir(), 'gpulease-restore-'));
const [plain, encrypted, keyFile] = [join(home, 'plain'), join(home, 'encrypted'), join(home, 'key')];
writeFileSync(keyFile, 'of the test\n');

const objects = {
  [tenants.plural]: [{ kind: 'Tenant', metadata: { name: 'u1' }, spec: { username: 'ada' } }],
  [workloads.plural]: [
    {
      kind: 'Workload',
      metadata: { name: 'desk', namespace: 'u-u1', finalizers: ['gpulease.dev/workload'] },
      spec: {
        ...{ type: 'VirtualMachine', sku: 'small', skuQuantity: 1, image: 'ubuntu', rootDiskSize: '100Gi' },
        ...{ region: 'north', pricing: { policy: 'hour' }, powerState: 'Running', resume: 'Manual' },
      },
      // From a newer version; a restored Workload has no such status.
      status: { phase: 'Levitating', rootDiskClaim: 'claim' },
    },
  ],
};

let books: Books;
let scratch: TestDatabase;
let bookedAt: string;

beforeAll(async () => {
  [books, scratch] = await Promise.all([openBooks(), usePostgres()]);
  await aCustomer(books, 10_000n);
  const newest = await books.database.selectFrom('ledger_transaction').select('at').executeTakeFirstOrThrow();
  bookedAt = newest.at.toISOString();
  await createBackup(plain);
  await createBackup(encrypted, { passphrase: 'of the test' });
});
afterEach(async () => {
  expect(await tablesInScratch()).toEqual([]);
});
afterAll(async () => {
  await Promise.all([books.close(), scratch.drop()]);
  rmSync(home, { recursive: true });
});

interface BackupOptions {
  readonly url?: string;
  readonly passphrase?: string;
}

/** Creates a backup like the program, but without a cluster. */
async function createBackup(folder: string, { url = books.url, passphrase }: BackupOptions = {}) {
  const { archive, manifest } = await beginBackup(folder, passphrase);
  const database = await dumpDatabase(url, archive);
  const kinds = [];
  for (const { plural } of [...catalogue, tenants, secrets, workloads]) {
    const some = objects[plural] ?? [];
    const lines = some.map((object) => JSON.stringify({ apiVersion: API_VERSION, ...object }));
    kinds.push({ plural, part: await writePart(archive, `cluster/${plural}`, [lines]) });
  }
  await finishBackup({ archive, manifest: { ...manifest, database, cluster: { kinds, missing: [] } } });
}

/** Returns a copy with a changed file and a matching manifest. */
function changed(file: string, change: (text: string) => string): string {
  const folder = mkdtempSync(join(home, 'changed-'));
  cpSync(plain, folder, { recursive: true });
  const [path, manifest] = [join(folder, file), join(folder, 'manifest.json')];
  const before = readFileSync(path);
  const text = gunzipSync(before).toString();
  expect(change(text)).not.toBe(text);
  const after = gzipSync(change(text));
  writeFileSync(path, after);
  const said = readFileSync(manifest, 'utf8');
  writeFileSync(manifest, said.replace(sha256(before), sha256(after)));
  return folder;
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

function verify(args: readonly string[], url = scratch.ownerUrl): Promise<Outcome> {
  const program = join(import.meta.dirname, '../backup.ts');
  const env = { ...process.env, NODE_OPTIONS: '', DATABASE_URL: books.url, SCRATCH_DATABASE_URL: url };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [program, 'verify', ...args, '--restore'],
      { env },
      (error, stdout, stderr) => {
        resolve({ code: Number(error?.code ?? 0), stdout, stderr });
      },
    );
  });
}

async function tablesInScratch(): Promise<string[]> {
  const client = new pg.Client({ connectionString: scratch.ownerUrl });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`,
  );
  await client.end();
  return rows.map(({ name }) => name);
}

it.each([
  ['plain', [plain]],
  ['encrypted', [encrypted, '--key-file', keyFile]],
])('a backup that is %s passes, and the checks are listed', async (_, args) => {
  const { code, stdout } = await verify(args);
  expect(stdout).toMatch(/^Tables restored +[1-9]\d+$/m);
  expect(stdout).toMatch(/^Rows restored, matching the manifest +[1-9]\d*$/m);
  expect(stdout).toMatch(/^Newer migrations applied +0$/m);
  expect(stdout).toMatch(/^Invariants of the books that hold +[1-9]\d+$/m);
  expect(stdout).toMatch(new RegExp(`^Newest ledger entry +${bookedAt}$`, 'm'));
  expect(stdout).toMatch(/^Custom resources that match their schemas +2$/m);
  expect(stdout).toMatch(/^Seconds to restore and check the database +\d+\.\d$/m);
  expect(stdout).toMatch(/ can be restored\.\n$/);
  expect(code).toBe(0);
});

it('a backup of an older version is migrated, like in a restore', async () => {
  const older = await usePostgres();
  await migrate({ ownerUrl: older.ownerUrl, migrations: (await readMigrations()).slice(0, -1) });
  await createBackup(join(home, 'older'), { url: older.url });
  await older.drop();
  const { code, stdout } = await verify([join(home, 'older')]);
  expect(stdout).toMatch(/^Newer migrations applied +1$/m);
  expect(stdout).toMatch(/^Newest ledger entry +none$/m);
  expect(code).toBe(0);
});

it.each<[string, () => string, string]>([
  [
    'has a truncated file',
    () => {
      const folder = changed('cluster/tenants.jsonl.gz', (text) => `${text}\n`);
      truncateSync(join(folder, 'database/ledger_entry.jsonl.gz'), 40);
      return folder;
    },
    'database/ledger_entry.jsonl.gz cannot be read back: unexpected end of file',
  ],
  [
    'has a changed amount in the ledger',
    () => changed('database/ledger_entry.jsonl.gz', (text) => text.replace('"10000"', '"10001"')),
    'The restored books are not in order:\nevery transaction sums to zero: {"sum"',
  ],
  [
    'has a reference to a missing row',
    () =>
      changed('database/wallet.jsonl.gz', (text) => text.replace(/wallet:[0-9a-f-]+/, 'wallet:of-nobody')),
    'violates foreign key constraint',
  ],
  [
    'has an invalid custom resource',
    () => changed('cluster/workloads.jsonl.gz', (text) => text.replace('100Gi', '100GB')),
    'Workload u-u1/desk cannot be restored: spec.rootDiskSize: must be a whole number of Mi, Gi or Ti',
  ],
])('a backup that %s is rejected', async (_, damaged, message) => {
  const { code, stdout, stderr } = await verify([damaged(), '--record']);
  expect(stderr).toContain(message);
  expect(stdout).not.toContain('can be restored');
  expect(await readLastRestoreTest(books.database)).toBeUndefined();
  expect(code).toBe(1);
});

it('the newest of several backups is tested, and the test is recorded', async () => {
  const parent = mkdtempSync(join(home, 'several-'));
  cpSync(encrypted, join(parent, '2026-11-26T031700Z'), { recursive: true });
  cpSync(plain, join(parent, '2026-11-27T031700Z'), { recursive: true });
  mkdirSync(join(parent, '2026-11-28T031700Z'));
  const { code } = await verify([parent, '--newest', '--record']);
  expect(code).toBe(0);
  const noted = await readLastRestoreTest(books.database);
  expect(noted?.seconds).toBeGreaterThan(0);
  expect(noted?.agoMs).toBeLessThan(600_000);
});

it('a database that is not empty is left unchanged', async () => {
  const { code, stderr } = await verify([plain], books.ownerUrl);
  expect(stderr).toMatch(/^The scratch database is not empty: it has .*\. Nothing was changed/);
  expect(code).toBe(1);
  expect(await books.database.selectFrom('user_account').select('id').execute()).toHaveLength(1);
});

it('a database of another owner is refused, since it could not be emptied afterwards', async () => {
  const { code, stderr } = await verify([plain], scratch.url);
  expect(stderr).toContain('The scratch database cannot be emptied afterwards');
  expect(code).toBe(1);
});
