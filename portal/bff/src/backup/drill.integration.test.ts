/** Recovery drill: takes two backups with changes in between, then restores database and cluster from different ones. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { randomUUID } from 'node:crypto';
import { labels, serviceAccounts, SYSTEM_NAMESPACE, workloads, type Workload } from '@gpulease/crds';
import { connect, type Cluster } from '@gpulease/kube';
import { eventually } from '@gpulease/kube/testing';
import {
  installCrds,
  startOwnControlPlane,
  usePostgres,
  type OwnControlPlane,
  type TestDatabase,
} from '@gpulease/local/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Registry } from 'prom-client';
import { readDunningSchedule } from '../dunning/schedule.ts';
import { createLogger } from '../http/logger.ts';
import { billingClock } from '../ledger/ledger.ts';
import { aCustomer, give, openBooks, walletState, type Books } from '../testing/books.ts';
import { createBillingMetrics } from '../worker/metrics.ts';
import { readLastBackup } from './record.ts';
import { startWorker, type BillingWorker } from '../worker/run.ts';
import { fundedOf, openCluster, scheduled, type TestCluster } from '../workloads/testing/cluster.ts';

const run = promisify(execFile);
const source = join(import.meta.dirname, '..');
const chart = join(source, '../../../charts/rendered/local.yaml');
const HOUR = 3_600_000;
/** Price of the only SKU. */
const FEN_PER_HOUR = 158n;
/** Charged at most for the time that the test itself takes: two minutes. */
const FEN_OF_TEST = 5n;
const HALT = { reason: 'Maintenance', at: '2026-11-01T00:00:00.000Z' };

const home = mkdtempSync(join(tmpdir(), 'gpulease-drill-'));
const [early, later, keyFile] = [join(home, 'early'), join(home, 'later'), join(home, 'key')];
writeFileSync(keyFile, 'of the drill\n');

let [first, second]: OwnControlPlane[] = [];
let books: Books;
let cluster: TestCluster;
let userId: string;
const balances = { early: 0n, later: 0n };
/** Times by billing's clock. */
const moments = { early: new Date(0), later: new Date(0), loss: new Date(0) };
const closing: (() => Promise<void>)[] = [];

/** Runs a program of the portal like an operator. Returns its lines about objects, sorted. */
async function program(args: readonly string[], env: Record<string, string> = {}): Promise<string[]> {
  const [file = '', ...rest] = args;
  const { stdout } = await run(process.execPath, [join(source, file), ...rest], {
    env: { ...process.env, NODE_OPTIONS: '', LOG_LEVEL: 'silent', ...env },
  });
  return stdout
    .split('\n')
    .filter((line) => /^[A-Zm-t]+ (ORDER|[A-Z]\w+) /.test(line))
    .toSorted();
}

function takenAt(folder: string): Date {
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as { takenAt: string };
  return new Date(manifest.takenAt);
}

function bill(database: Books['database'], at: Cluster): BillingWorker {
  return startWorker({
    ...{ cluster: at, database, dunning: readDunningSchedule({}), log: createLogger('silent') },
    ...{ metrics: createBillingMetrics(new Registry()), sweepMs: 200 },
  });
}

/** Orders a machine by kubectl, which then runs or is stopped for maintenance. */
async function aMachine(name: string, isRunning: boolean): Promise<void> {
  await cluster.createWorkload(userId, name, { userDataSecret: 'cloud-init', freeze: { reason: 'by law' } });
  await eventually(async () => expect(fundedOf(await cluster.get(userId, name))).toBe('True OrderAccepted'));
  const since = new Date();
  await cluster.asOperator(userId, name, {
    ...(isRunning ? { phase: 'Running' } : { phase: 'Stopped', halt: HALT }),
    conditions: [scheduled('True', since)],
    rootDiskClaim: `claim-of-${name}`,
    ...(isRunning && { runs: [{ id: randomUUID(), startedAt: since.toISOString() }] }),
  });
  if (isRunning) await eventually(async () => expect(await hoursChargedOf(books, name)).toHaveLength(1));
}

/** Returns the hours charged for each run of a machine; the fen if these are not full hours and the time of the test. */
async function hoursChargedOf({ database }: Books, name: string): Promise<bigint[]> {
  const rows = await database
    .selectFrom('usage_segment')
    .innerJoin('workload_order', 'workload_order.id', 'usage_segment.order_id')
    .select('usage_segment.charged')
    .where('name', '=', name)
    .orderBy('usage_segment.id')
    .execute();
  return rows.map(({ charged }) =>
    charged % FEN_PER_HOUR <= FEN_OF_TEST ? charged / FEN_PER_HOUR : charged,
  );
}

async function statesOf({ database }: Books): Promise<Record<string, string>> {
  const rows = await database.selectFrom('workload_order').select(['name', 'state']).execute();
  return Object.fromEntries(rows.map(({ name, state }) => [name, state]));
}

beforeAll(async () => {
  [first, second] = await Promise.all([startOwnControlPlane(), startOwnControlPlane()]);
  [books, cluster] = await Promise.all([openBooks(), openCluster(first)]);
  userId = await aCustomer(books, 10_000n);
  await cluster.addTenant(userId);
  await first.kubectl(['label', 'namespace', `u-${userId}`, `${labels.tenant}=${userId}`]);
  await first.kubectl([
    ...['create', 'secret', 'generic', 'cloud-init', `--namespace=u-${userId}`, '--from-literal=userdata=#!'],
  ]);
  const worker = bill(books.database, cluster.cluster);
  for (const name of ['desk', 'gone', 'kept']) await aMachine(name, name !== 'kept');
  await books.putClockAhead(HOUR);
  await eventually(async () => expect(await hoursChargedOf(books, 'desk')).toEqual([1n]));
  const env = { DATABASE_URL: books.url, KUBECONFIG: first.kubeconfig };
  await program(['backup.ts', 'create', early, '--record'], env);
  moments.early = await billingClock(books.database);
  balances.early = (await walletState(books, userId)).balance;

  await aMachine('late', true);
  await cluster.cluster.resource(workloads).delete({ namespace: `u-${userId}`, name: 'gone' });
  await cluster.finishDestroying(userId, 'gone');
  await eventually(async () => expect(await statesOf(books)).toMatchObject({ gone: 'CLOSED' }));
  await give(books.database, userId, 700n);
  await books.putClockAhead(3 * HOUR);
  await eventually(async () => expect(await hoursChargedOf(books, 'late')).toEqual([2n]));
  await program(['backup.ts', 'create', later, '--key-file', keyFile, '--record'], env);
  moments.later = await billingClock(books.database);
  balances.later = (await walletState(books, userId)).balance;
  await worker.stop();
  moments.loss = await billingClock(books.database);
});
afterAll(async () => {
  for (const close of closing.toReversed()) await close();
  await Promise.all([cluster.close(), books.close()]);
  await Promise.all([first?.stop(), second?.stop()]);
  rmSync(home, { recursive: true });
});

interface Restored {
  readonly books: Books;
  readonly workloads: Record<string, Workload>;
  readonly recover: (...flags: string[]) => Promise<string[]>;
  readonly worker: () => Promise<BillingWorker>;
}

/** Restores database and cluster. */
async function restore(
  database: string[],
  { objects, into }: { objects: string[]; into: OwnControlPlane },
): Promise<Restored> {
  const on: TestDatabase = await usePostgres();
  await program(['backup.ts', 'restore-database', ...database], { DATABASE_OWNER_URL: on.ownerUrl });
  const restored = await openBooks({ on });
  closing.push(() => restored.close());
  const env = { DATABASE_URL: on.url, KUBECONFIG: into.kubeconfig };
  await installCrds(into);
  await into.kubectl(['apply', '--server-side', `--filename=${chart}`]);
  await program(['backup.ts', 'restore-cluster', ...objects], env);
  const kubeconfig = await into.serviceAccountKubeconfig(SYSTEM_NAMESPACE, serviceAccounts.worker);
  const connection = connect({ kubeconfig });
  closing.push(() => connection.close());
  const { items } = await connection.resource(workloads).list();
  return {
    books: restored,
    workloads: Object.fromEntries(items.map((one) => [one.metadata.name, one])),
    recover: (...flags) => program(['worker.ts', '--recover', ...flags], env),
    async worker() {
      const worker = bill(restored.database, connection);
      closing.push(() => worker.stop());
      await worker.ready;
      return worker;
    },
  };
}

/** Returns the machines whose owner was notified of their loss. */
async function lossesIn({ database }: Books): Promise<string[]> {
  const notices = database.selectFrom('notice').select(['user_id', 'workload']);
  const found = await notices.where('kind', '=', 'MACHINE_LOST').execute();
  return found.map(({ user_id, workload }) => `${user_id}/${workload ?? ''}`);
}

/** Prints the recovery time, and the recovery point of database and cluster by billing's clock. */
function measured(startedAt: number, { database, objects }: Record<'database' | 'objects', Date>): void {
  const minutes = (at: Date) => Math.round((moments.loss.getTime() - at.getTime()) / 60_000);
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  process.stdout.write(
    `Drill: RTO ${seconds} s; RPO ${minutes(database)} min of the database, ${minutes(objects)} min of the cluster\n`,
  );
}

const order = (result: string, name: string, advice = '') => `${result} ORDER u-${userId}/${name} ${advice}`;
const LOST = 'has no Workload: restore that, or billing closes the order';
const OVER = 'was over before: delete its Workload, for which nobody pays';

it.each([
  ['the early', [early]],
  ['the later', [later, '--key-file', keyFile]],
])('%s backup is verified by a restore that leaves nothing behind', async (_, backup) => {
  const scratch = await usePostgres();
  const env = { DATABASE_URL: '', SCRATCH_DATABASE_URL: scratch.ownerUrl };
  for (const _time of ['once', 'again']) await program(['backup.ts', 'verify', ...backup, '--restore'], env);
  await scratch.drop();
});

describe('a database newer than the cluster, which is a new one', () => {
  it('continues billing without closing machines by mistake or charging hours twice', async () => {
    const startedAt = performance.now();
    const restored = await restore([later, '--key-file', keyFile], { objects: [early], into: second! });
    const { desk, kept } = restored.workloads;
    expect(desk).toMatchObject({
      spec: { freeze: { reason: 'by law' } },
      status: { phase: 'Stopped', rootDiskClaim: 'claim-of-desk' },
    });
    expect(desk?.status).not.toHaveProperty('runs');
    expect(kept).toMatchObject({ status: { halt: HALT } });
    const userData = ['get', 'secret', 'cloud-init', `--namespace=u-${userId}`, '--output=jsonpath={.data}'];
    expect(await second!.kubectl(userData)).toBe(`{"userdata":"${btoa('#!')}"}`);

    await expect(restored.recover()).rejects.toThrow('pass --new-cluster if their Workloads were restored');
    expect(await restored.recover('--new-cluster')).toEqual([
      order('LOST', 'late', LOST),
      order('OVER', 'gone', OVER),
      order('UNBOUND', 'desk'),
      order('UNBOUND', 'kept'),
    ]);
    expect(await restored.recover('--new-cluster', '--apply')).toEqual([
      order('BOUND', 'desk'),
      order('BOUND', 'kept'),
      order('LOST', 'late', LOST),
      order('OVER', 'gone', OVER),
    ]);

    // The later backup was recorded after its rows were read, so the restored database does not contain it.
    expect((await readLastBackup(restored.books.database))?.at).toEqual(takenAt(early));
    expect((await readLastBackup(books.database))?.at).toEqual(takenAt(later));

    await restored.books.putClockAhead(9 * HOUR);
    await restored.worker();
    await eventually(async () =>
      expect(await statesOf(restored.books)).toEqual({
        ...{ desk: 'ACTIVE', kept: 'ACTIVE', late: 'CLOSED', gone: 'CLOSED' },
      }),
    );
    measured(startedAt, { database: moments.later, objects: moments.early });
    expect(await lossesIn(restored.books)).toEqual([`${userId}/late`]);
    expect(await hoursChargedOf(restored.books, 'desk')).toEqual([3n]);
    expect((await walletState(restored.books, userId)).balance).toBe(balances.later);
    expect(await restored.books.violations()).toEqual([]);
  });
});

describe('a cluster newer than the database', () => {
  it('restores orders missing in the books without charging twice', async () => {
    const all = ['--all', '--all-namespaces', '--wait=false'];
    const kinds = 'workloads.gpulease.dev,tenants,skus,computenodes,vmimages,pricingpolicies,gpus,regions';
    await first!.kubectl(['delete', kinds, ...all]);
    for (const name of ['desk', 'kept', 'late'])
      await first!.kubectl([
        ...['patch', 'workloads.gpulease.dev', name, `--namespace=u-${userId}`, '--type=merge'],
        '--patch={"metadata":{"finalizers":null}}',
      ]);

    const startedAt = performance.now();
    const restored = await restore([early], { objects: [later, '--key-file', keyFile], into: first! });
    expect(Object.keys(restored.workloads)).toEqual(['desk', 'kept', 'late']);
    // Nothing is available until the operator reports capacity.
    expect(await restored.recover('--apply')).toEqual([
      order('BOUND', 'desk'),
      order('BOUND', 'kept'),
      order('LOST', 'gone', LOST),
      order('REFUSED', 'late', 'INVALID_ARGUMENT'),
    ]);
    await cluster.offer(1_000);
    expect(await restored.recover('--apply')).toEqual([
      order('LOST', 'gone', LOST),
      order('RECOVERED', 'late'),
    ]);
    expect(await restored.recover()).toEqual([order('LOST', 'gone', LOST)]);

    await restored.books.putClockAhead(9 * HOUR);
    await restored.worker();
    await eventually(async () =>
      expect(await statesOf(restored.books)).toEqual({
        ...{ desk: 'ACTIVE', kept: 'ACTIVE', late: 'ACTIVE', gone: 'CLOSED' },
      }),
    );
    measured(startedAt, { database: moments.early, objects: moments.later });
    expect(await lossesIn(restored.books)).toEqual([`${userId}/gone`]);
    expect((await walletState(restored.books, userId)).balance).toBe(balances.early);
    expect(await restored.books.violations()).toEqual([]);
  });

  it('refuses to restore over a database in use', async () => {
    const restoring = program(['backup.ts', 'restore-database', early], {
      DATABASE_OWNER_URL: books.ownerUrl,
    });
    await expect(restoring).rejects.toThrow('The database is not empty');
    expect(await statesOf(books)).toMatchObject({ late: 'ACTIVE' });
  });
});
