import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { WorkloadSpec } from '@gpulease/crds';
import { eventually } from '@gpulease/kube/testing';
import { fundedOf, openCluster, scheduled, type TestCluster } from '../workloads/testing/cluster.ts';
import { aCustomer, openBooks, walletState, type Books } from '../testing/books.ts';
import { killAll } from '../testing/kill.ts';

jest.setTimeout(600_000);

const entry = fileURLToPath(new URL('../worker.ts', import.meta.url));

let books: Books;
let cluster: TestCluster;
const processes: ChildProcess[] = [];
beforeAll(async () => {
  [books, cluster] = await Promise.all([openBooks(), openCluster()]);
});
afterEach(async () => {
  await killAll(processes.splice(0));
  expect(await books.violations()).toEqual([]);
});
afterAll(() => Promise.all([cluster.close(), books.close()]));

/** Starts the worker as production does; it dies at the failpoint, if one is named. */
function startProcess(failpoint?: string): ChildProcess {
  const env = {
    ...process.env,
    NODE_OPTIONS: '',
    KUBECONFIG: cluster.controlPlane.kubeconfig,
    DATABASE_URL: books.url,
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
    GPULEASE_FAILPOINT: failpoint,
  };
  const worker = spawn(process.execPath, [entry], { env, stdio: ['ignore', 'inherit', 'inherit'] });
  processes.push(worker);
  return worker;
}

async function diedAt(failpoint: string, trigger: () => Promise<void>): Promise<void> {
  const worker = startProcess(failpoint);
  const exited = once(worker, 'exit');
  await trigger();
  const [, signal] = (await exited) as [number, string];
  expect(signal).toBe('SIGKILL');
}

async function aTenant(spec: Partial<WorkloadSpec> = {}): Promise<string> {
  const userId = await aCustomer(books, 1_000n);
  await cluster.addTenant(userId);
  await cluster.createWorkload(userId, 'box', spec);
  return userId;
}

const condition = async (userId: string) => fundedOf(await cluster.get(userId, 'box'));
const isFunded = (userId: string) =>
  eventually(async () => expect(await condition(userId)).toBe('True OrderAccepted'));

/** Reports as the operator a run that has ended. */
async function ranFor(userId: string, seconds: number): Promise<void> {
  const from = new Date(Date.now() - 3_600_000);
  await books.asOwner('UPDATE workload_order SET accepted_at = $2 WHERE user_id = $1', [userId, from]);
  const until = new Date(from.getTime() + seconds * 1_000);
  await cluster.asOperator(userId, 'box', {
    phase: 'Stopped',
    conditions: [scheduled('False', until)],
    runs: [
      {
        id: userId,
        startedAt: from.toISOString(),
        stoppedAt: until.toISOString(),
        endReason: 'StopRequested',
        goneAt: until.toISOString(),
      },
    ],
  });
}

function switchOff(userId: string): Promise<string> {
  return cluster.controlPlane.kubectl([
    'patch',
    'workloads.gpulease.dev',
    'box',
    `--namespace=u-${userId}`,
    '--type=merge',
    '--patch={"spec":{"powerState":"Stopped"}}',
  ]);
}

describe('recovery from a worker that is killed', () => {
  it('between showing that a machine is stopped and releasing its hold', async () => {
    const userId = await aTenant();
    await diedAt('funding.released', async () => {
      await isFunded(userId);
      await switchOff(userId);
    });
    expect(await condition(userId)).toBe('False Released');
    expect((await walletState(books, userId)).held).toBe(158n);
    startProcess();
    await eventually(async () => expect((await walletState(books, userId)).held).toBe(0n));
  });

  it('while it charges a run', async () => {
    const userId = await aTenant();
    startProcess();
    await isFunded(userId);
    await killAll(processes.splice(0));
    await diedAt('settlement.posted', () => ranFor(userId, 1_800));
    expect((await walletState(books, userId)).balance).toBe(1_000n);
    startProcess();
    await eventually(async () => expect((await walletState(books, userId)).balance).toBe(921n));
  });

  it('between archiving a workload and removing its finalizer', async () => {
    const userId = await aTenant();
    await diedAt('workload.archived', async () => {
      await isFunded(userId);
      await cluster.controlPlane.kubectl([
        'delete',
        'workloads.gpulease.dev',
        'box',
        `--namespace=u-${userId}`,
        '--wait=false',
      ]);
      await cluster.finishDestroying(userId, 'box');
    });
    expect(await cluster.get(userId, 'box')).toBeDefined();
    startProcess();
    await eventually(async () => expect(await cluster.get(userId, 'box')).toBeUndefined());
    expect(await walletState(books, userId)).toEqual({ balance: 1_000n, held: 0n });
  });
});

describe('recovery from a worker that is killed while it refunds an undelivered term', () => {
  const days = { policy: '', quantity: 1 };
  beforeAll(() => {
    days.policy = cluster.names.reserved;
  });
  const stopped = (userId: string) =>
    cluster.asOperator(userId, 'box', { phase: 'Stopped', conditions: [scheduled('False', new Date())] });
  const isLate = (userId: string) =>
    books.asOwner(`UPDATE workload_order SET owed_since = now() - interval '1 hour' WHERE user_id = $1`, [
      userId,
    ]);

  it.each([
    ['after the books have recorded the failure', 'term.failed'],
    ['after the Workload shows the failure', 'term.givenUp'],
  ])('%s', async (_, failpoint) => {
    const userId = await aTenant({ pricing: days });
    await diedAt(failpoint, async () => {
      await isFunded(userId);
      await isLate(userId);
      await stopped(userId);
    });
    expect((await walletState(books, userId)).balance).toBe(0n);
    startProcess();
    startProcess();
    await eventually(async () =>
      expect(await walletState(books, userId)).toEqual({ balance: 1_000n, held: 0n }),
    );
    expect(await condition(userId)).toBe('False NotDelivered');
  });
});

describe('worker --check', () => {
  it('finds the books in order and reports each check', async () => {
    const env = { ...process.env, NODE_OPTIONS: '', DATABASE_URL: books.url };
    const check = spawn(process.execPath, [entry, '--check'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    let progress = '';
    check.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    check.stderr.on('data', (chunk: Buffer) => (progress += chunk.toString()));
    const [code] = (await once(check, 'close')) as [number];
    expect([code, output]).toEqual([0, 'The books are in order.\n']);
    expect(progress).toContain('Checked: every transaction sums to zero\n');
  });
});
