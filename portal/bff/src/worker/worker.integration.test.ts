import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { computeNodes, finalizers, tenants, workloads } from '@gpulease/crds';
import type { ApiObject, Cluster, ResourceClient } from '@gpulease/kube';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Registry } from 'prom-client';
import { readDunningSchedule } from '../dunning/schedule.ts';
import { createLogger } from '../http/logger.ts';
import { eventually } from '@gpulease/kube/testing';
import { fundedOf, openCluster, scheduled, type TestCluster } from '../workloads/testing/cluster.ts';
import { aCustomer, give, openBooks, walletState, type Books } from '../testing/books.ts';
import { createBillingMetrics } from './metrics.ts';
import { startWorker, type BillingWorker } from './run.ts';

const run = promisify(execFile);
const entry = fileURLToPath(new URL('../worker.ts', import.meta.url));

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;

let books: Books;
let cluster: TestCluster;
let worker: BillingWorker;
beforeAll(async () => {
  [books, cluster] = await Promise.all([openBooks(), openCluster()]);
  worker = start();
  await worker.ready;
});
afterEach(async () => {
  await eventually(async () => expect(await books.violations()).toEqual([]));
});
afterAll(async () => {
  await worker.stop();
  await Promise.all([cluster.close(), books.close()]);
});

function start(registry = new Registry(), through = cluster.cluster): BillingWorker {
  return startWorker({
    cluster: through,
    database: books.database,
    dunning: readDunningSchedule({}),
    metrics: createBillingMetrics(registry),
    log: createLogger(process.env.LOG_LEVEL ?? 'silent'),
    sweepMs: 200,
  });
}

/** Creates a customer with a namespace and `fen` in the wallet. */
async function aTenant(fen: bigint): Promise<string> {
  const userId = await aCustomer(books, fen);
  await cluster.addTenant(userId);
  return userId;
}

const ago = (milliseconds: number) => new Date(Date.now() - milliseconds);
const condition = async (userId: string) => fundedOf(await cluster.get(userId, 'box'));
const balance = async (userId: string) => (await walletState(books, userId)).balance;
const held = async (userId: string) => (await walletState(books, userId)).held;

/** Waits until `count` runs are in the books. The operator keeps its runs until then. */
async function recordedRuns(userId: string, count: number) {
  await eventually(async () => {
    const rows = await books.database
      .selectFrom('usage_segment')
      .innerJoin('workload_order', 'workload_order.id', 'usage_segment.order_id')
      .select('usage_segment.id')
      .where('user_id', '=', userId)
      .execute();
    expect(rows).toHaveLength(count);
  });
}

/** Reports as the operator that the machine has run since then. */
async function runSince(userId: string, startedAt: Date) {
  await cluster.asOperator(userId, 'box', {
    phase: 'Running',
    conditions: [scheduled('True', startedAt)],
    runs: [{ id: userId, startedAt: startedAt.toISOString() }],
  });
  await recordedRuns(userId, 1);
}

async function stopped(userId: string, from: Date, until: Date, endReason: string) {
  await cluster.asOperator(userId, 'box', {
    phase: 'Stopped',
    conditions: [scheduled('False', until)],
    runs: [
      {
        id: userId,
        startedAt: from.toISOString(),
        stoppedAt: until.toISOString(),
        endReason,
        goneAt: until.toISOString(),
      },
    ],
  });
}

describe('a Workload that kubectl applied in a tenant’s namespace', () => {
  it('gets an order, is funded and billed to the second, and its hold is released', async () => {
    const userId = await aTenant(10_000n);
    const from = await orderedAgo(userId, HOUR);
    await runSince(userId, from);
    const until = new Date(from.getTime() + 1_800 * SECOND);
    await stopped(userId, from, until, 'NodeLost');
    await eventually(async () => expect(await balance(userId)).toBe(10_000n - 79n));
    // The operator has recorded no halt, so the machine is still wanted and stays funded.
    expect(await held(userId)).toBe(158n);
    await patch(userId, { powerState: 'Stopped' });
    await eventually(async () => expect(await condition(userId)).toBe('False Released'));
    await eventually(async () => expect(await held(userId)).toBe(0n));
    const workload = await cluster.get(userId, 'box');
    expect(workload?.status?.billing).toMatchObject({ settledRun: userId });
  });

  it('is refused with a message if funds are short, and ordered once they suffice', async () => {
    const userId = await aTenant(100n);
    await cluster.createWorkload(userId, 'box');
    await eventually(async () => expect(await condition(userId)).toBe('False AwaitingFunds'));
    const refused = await cluster.get(userId, 'box');
    expect(refused?.status?.conditions?.[0]?.message).toBe(
      'The balance is 0.58 yuan short. The order is placed after a recharge.',
    );
    await give(books.database, userId, 100n);
    await eventually(async () => expect(await condition(userId)).toBe('True OrderAccepted'));
  });

  it('is ordered again after a restore lost its order, once its label is removed and a start is requested', async () => {
    const userId = await aTenant(1_000n);
    await cluster.createWorkload(userId, 'box', {}, { 'gpulease.dev/order': randomUUID() });
    await eventually(async () => expect(await condition(userId)).toBe('False OrderRejected'));
    const target = ['workloads.gpulease.dev', 'box', `--namespace=u-${userId}`];
    await cluster.controlPlane.kubectl(['label', ...target, 'gpulease.dev/order-']);
    const restart = { spec: { restartedAt: new Date(Date.now() + SECOND).toISOString() } };
    await cluster.controlPlane.kubectl([
      'patch',
      ...target,
      '--type=merge',
      `--patch=${JSON.stringify(restart)}`,
    ]);
    await eventually(async () => expect(await condition(userId)).toBe('True OrderAccepted'));
    expect(await held(userId)).toBe(158n);
  });

  it('with an order label of another customer is refused', async () => {
    const userId = await aTenant(1_000n);
    await cluster.createWorkload(userId, 'box');
    await eventually(async () => expect(await condition(userId)).toBe('True OrderAccepted'));
    const thief = await aTenant(0n);
    const { orderId } = (await cluster.get(userId, 'box'))?.status?.billing ?? {};
    await cluster.controlPlane.kubectl(
      ['create', '--filename=-'],
      JSON.stringify({
        apiVersion: 'gpulease.dev/v1alpha1',
        kind: 'Workload',
        metadata: { name: 'box', namespace: `u-${thief}`, labels: { 'gpulease.dev/order': orderId } },
        spec: cluster.spec(),
      }),
    );
    await eventually(async () => expect(await condition(thief)).toBe('False OrderRejected'));
  });

  it('waits for an object that is not on offer, without a hold meanwhile', async () => {
    const userId = await aTenant(1_000n);
    await cluster.createWorkload(userId, 'box', { rootDiskSize: '300Gi' });
    await eventually(async () => expect(await condition(userId)).toBe('False NotOnOffer'));
    expect(await held(userId)).toBe(0n);
  });

  it('with unavailable terms is permanently refused, and charged nothing', async () => {
    const userId = await aTenant(1_000n);
    const pricing = { policy: cluster.names.policy, quantity: 5 };
    await cluster.createWorkload(userId, 'box', { pricing });
    await eventually(async () => expect(await condition(userId)).toBe('False OrderRejected'));
    expect(await walletState(books, userId)).toEqual({ balance: 1_000n, held: 0n });
  });

  it('above the hourly limit on starts waits without a hold', async () => {
    const userId = await aTenant(1_000n);
    await books.asOwner(
      `INSERT INTO order_request (account_id, at) SELECT 'wallet:' || $1, now() FROM generate_series(1, 30)`,
      [userId],
    );
    await cluster.createWorkload(userId, 'box');
    await eventually(async () => expect(await condition(userId)).toBe('False OrderRateLimited'));
    expect(await held(userId)).toBe(0n);
  });

  it('of a tenant without a user shows that there is no payer', async () => {
    const tenant = randomUUID();
    await cluster.addTenant(tenant);
    await cluster.createWorkload(tenant, 'box');
    await eventually(async () => expect(await condition(tenant)).toBe('False NoPayer'));
  });
});

/** Creates an order in the past, so that past runs are charged. */
async function orderedAgo(userId: string, milliseconds: number): Promise<Date> {
  await cluster.createWorkload(userId, 'box');
  await eventually(async () => expect(await condition(userId)).toBe('True OrderAccepted'));
  const at = ago(milliseconds);
  await books.asOwner('UPDATE workload_order SET accepted_at = $2 WHERE user_id = $1', [userId, at]);
  return at;
}

describe('a start by kubectl', () => {
  it('of a stopped machine is paid for again', async () => {
    const userId = await aTenant(200n);
    await cluster.createWorkload(userId, 'box', { powerState: 'Stopped' });
    await eventually(async () => expect(await condition(userId)).toBe('False Released'));
    await patch(userId, { powerState: 'Running' });
    await eventually(async () => expect(await condition(userId)).toBe('True OrderAccepted'));
    expect(await held(userId)).toBe(158n);
  });

  it('is refused without funds for an hour', async () => {
    const userId = await aTenant(200n);
    await cluster.createWorkload(userId, 'box', { powerState: 'Stopped' });
    await eventually(async () => expect(await condition(userId)).toBe('False Released'));
    await give(books.database, userId, -100n);
    await patch(userId, { powerState: 'Running' });
    await eventually(async () => expect(await condition(userId)).toBe('False AwaitingFunds'));
  });
});

function patch(userId: string, spec: object): Promise<string> {
  return cluster.controlPlane.kubectl([
    'patch',
    'workloads.gpulease.dev',
    'box',
    `--namespace=u-${userId}`,
    '--type=merge',
    `--patch=${JSON.stringify({ spec })}`,
  ]);
}

describe.each([
  ['weekly hours', 'ScheduledStop'],
  ['planned maintenance', 'Maintenance'],
])('a machine with a stop and a restart by %s', (_, reason) => {
  /** Reports as the operator that the machine is off, or about to start if it has no halt. */
  async function isOff(userId: string, hasHalt: boolean): Promise<void> {
    await cluster.asOperator(userId, 'box', {
      phase: 'Stopped',
      reason,
      message: 'The machine was stopped; its disk is kept.',
      ...(hasHalt && { halt: { reason, at: ago(SECOND).toISOString() } }),
    });
  }

  it('is paid for when it is about to start, which does not count as a requested start', async () => {
    const userId = await aTenant(200n);
    await cluster.createWorkload(userId, 'box');
    await eventually(async () => expect(await condition(userId)).toBe('True OrderAccepted'));
    await isOff(userId, true);
    await eventually(async () => expect(await held(userId)).toBe(0n));
    expect(await condition(userId)).toBe('False Released');
    await books.asOwner(
      `INSERT INTO order_request (account_id, at) SELECT 'wallet:' || $1, now() FROM generate_series(1, 30)`,
      [userId],
    );
    await isOff(userId, false);
    await eventually(async () => expect(await condition(userId)).toBe('True OrderAccepted'));
    expect(await held(userId)).toBe(158n);
  });

  it('waits for a recharge if funds for its start are missing', async () => {
    const userId = await aTenant(200n);
    await cluster.createWorkload(userId, 'box');
    await eventually(async () => expect(await condition(userId)).toBe('True OrderAccepted'));
    await isOff(userId, true);
    await eventually(async () => expect(await held(userId)).toBe(0n));
    await give(books.database, userId, -100n);
    await isOff(userId, false);
    await eventually(async () => expect(await condition(userId)).toBe('False AwaitingFunds'));
    await give(books.database, userId, 100n);
    await eventually(async () => expect(await condition(userId)).toBe('True OrderAccepted'));
  });
});

describe('a machine that the platform stops', () => {
  async function aRunningMachine() {
    const userId = await aTenant(10_000n);
    const from = await orderedAgo(userId, HOUR);
    await runSince(userId, from);
    const run = { id: userId, startedAt: from.toISOString() };
    const running = { phase: 'Running' as const, conditions: [scheduled('True', from)], runs: [run] };
    return { userId, from, run, running };
  }
  type Machine = Awaited<ReturnType<typeof aRunningMachine>>;

  const told = ({ userId }: Machine) =>
    books.database.selectFrom('notice').selectAll().where('user_id', '=', userId).orderBy('id').execute();
  const announce = ({ userId, running }: Machine, noticedAt: Date, stopAt: Date) =>
    cluster.asOperator(userId, 'box', {
      ...running,
      interruption: {
        reason: 'Maintenance',
        noticedAt: noticedAt.toISOString(),
        stopAt: stopAt.toISOString(),
      },
    });

  it('is reported to its owner once per announced stop', async () => {
    const machine = await aRunningMachine();
    const { userId, run } = machine;
    const [first, second] = [new Date(Date.now() + HOUR), ago(0)];
    await announce(machine, ago(2 * SECOND), first);
    await eventually(async () => expect(await told(machine)).toHaveLength(1));
    await announce(machine, ago(SECOND), second);
    await eventually(async () => expect(await told(machine)).toHaveLength(2));
    const stoppedAt = ago(0).toISOString();
    await cluster.asOperator(userId, 'box', {
      phase: 'Stopped',
      conditions: [scheduled('False', ago(0))],
      runs: [{ ...run, stoppedAt, endReason: 'Maintenance', goneAt: stoppedAt }],
      halt: { reason: 'Maintenance', at: stoppedAt },
    });
    await eventually(async () => expect(await condition(userId)).toBe('False Released'));
    const notice = { kind: 'MAINTENANCE', workload: 'box' };
    expect(await told(machine)).toMatchObject([
      { ...notice, until: first },
      { ...notice, until: second },
    ]);
  });

  it('is reported once when the stop is withdrawn, and again after another announcement', async () => {
    const machine = await aRunningMachine();
    const [first, second] = [HOUR, 2 * HOUR].map((time) => new Date(Date.now() + time)) as [Date, Date];
    await announce(machine, ago(2 * SECOND), first);
    await eventually(async () => expect(await told(machine)).toHaveLength(1));
    await cluster.asOperator(machine.userId, 'box', machine.running);
    await eventually(async () => expect(await told(machine)).toHaveLength(2));
    await announce(machine, ago(SECOND), second);
    await eventually(async () => expect(await told(machine)).toHaveLength(3));
    await cluster.asOperator(machine.userId, 'box', machine.running);
    await eventually(async () => expect(await told(machine)).toHaveLength(4));
    expect(await told(machine)).toMatchObject([
      { kind: 'MAINTENANCE', until: first },
      { kind: 'STOP_WITHDRAWN', until: first, workload: 'box' },
      { kind: 'MAINTENANCE', until: second },
      { kind: 'STOP_WITHDRAWN', until: second, workload: 'box' },
    ]);
    await stopped(machine.userId, machine.from, ago(0), 'StopRequested');
  });

  it('is reported when maintenance is planned, changed and canceled', async () => {
    const machine = await aRunningMachine();
    const [first, second] = [24, 48].map((hours) => new Date(Date.now() + hours * HOUR)) as [Date, Date];
    const plan = async (startTime: Date, announcedAt: Date) => {
      const plannedMaintenance = {
        reason: 'A new fan',
        startTime: startTime.toISOString(),
        endTime: new Date(startTime.getTime() + HOUR).toISOString(),
        announcedAt: announcedAt.toISOString(),
      };
      await cluster.asOperator(machine.userId, 'box', { ...machine.running, plannedMaintenance });
    };
    await plan(first, ago(2 * SECOND));
    await eventually(async () => expect(await told(machine)).toHaveLength(1));
    await plan(second, ago(SECOND));
    await eventually(async () => expect(await told(machine)).toHaveLength(2));
    await cluster.asOperator(machine.userId, 'box', machine.running);
    await eventually(async () => expect(await told(machine)).toHaveLength(3));
    expect(await told(machine)).toMatchObject([
      { kind: 'MAINTENANCE_PLANNED', until: first, workload: 'box' },
      { kind: 'MAINTENANCE_PLANNED', until: second, workload: 'box' },
      { kind: 'STOP_WITHDRAWN', until: second, workload: 'box' },
    ]);
    await stopped(machine.userId, machine.from, ago(0), 'StopRequested');
  });

  it('is reported with each expected return date of its node if that was lost', async () => {
    const machine = await aRunningMachine();
    const node = await cluster.cluster.resource(computeNodes).create({
      metadata: { name: `node-${machine.userId.slice(0, 8)}` },
      spec: {
        ...{ description: 'x', region: cluster.names.region, skus: [cluster.names.sku], state: 'Active' },
        resources: { cpu: 8, memory: '64Gi', storage: '1Ti' },
      },
    });
    const { name } = node.metadata;
    const stoppedAt = ago(0).toISOString();
    await cluster.asOperator(machine.userId, 'box', {
      ...{ phase: 'Failed', halt: { reason: 'NodeLost', at: stoppedAt, node: name } },
      ...{ reason: 'NodeLost', message: 'The node did not answer.' },
      runs: [{ ...machine.run, stoppedAt, endReason: 'NodeLost', goneAt: stoppedAt }],
    });
    const dates = [24, 48].map((hours) => new Date(Date.now() + hours * HOUR));
    for (const [index, date] of dates.entries()) {
      const patch = { spec: { expectedBackAt: date.toISOString() } };
      await cluster.cluster.resource(computeNodes).mergePatch({ name }, patch);
      await eventually(async () => expect(await told(machine)).toHaveLength(index + 1));
    }
    expect(await told(machine)).toMatchObject(
      dates.map((until) => ({ kind: 'NODE_EXPECTED_BACK', until, workload: 'box' })),
    );
    await cluster.cluster.resource(computeNodes).delete({ name });
  });
});

describe('a machine that had to wait for its turn', () => {
  it('notifies its owner of its price once when it starts', async () => {
    const userId = await aTenant(10_000n);
    await cluster.createWorkload(userId, 'box');
    await eventually(async () => expect(await condition(userId)).toBe('True OrderAccepted'));
    await cluster.asOperator(userId, 'box', { phase: 'Pending', reason: 'NoCapacity', message: 'No room.' });
    const from = new Date(Date.now() + 60 * SECOND);
    const running = {
      phase: 'Running' as const,
      conditions: [scheduled('True', from)],
      placed: { node: 'n', at: from.toISOString() },
      runs: [{ id: userId, startedAt: from.toISOString() }],
    };
    await cluster.asOperator(userId, 'box', running);
    const told = () =>
      books.database
        .selectFrom('notice')
        .select(['kind', 'workload', 'per_hour'])
        .where('user_id', '=', userId)
        .execute();
    const notice = { kind: 'MACHINE_STARTED', workload: 'box', per_hour: 1_580_000n };
    await eventually(async () => expect(await told()).toEqual([notice]));
    await cluster.asOperator(userId, 'box', { ...running, message: 'It runs.' });
    await stopped(userId, from, from, 'StopRequested');
    await patch(userId, { powerState: 'Stopped' });
    await eventually(async () => expect(await condition(userId)).toBe('False Released'));
    expect(await told()).toEqual([notice]);
  });
});

describe('a machine whose funds run out', () => {
  it('is stopped and charged no more than the balance, and the rest of its hold is released', async () => {
    const userId = await aTenant(158n);
    const from = await orderedAgo(userId, 1_799 * SECOND);
    await runSince(userId, from);
    expect(await condition(userId)).toBe('True OrderAccepted');
    await eventually(async () => {
      const until = new Date((await cluster.get(userId, 'box'))?.status?.billing?.fundedUntil ?? 0);
      // Half of the held hour is used up.
      expect(Math.abs(until.getTime() - Date.now() - 1_800 * SECOND)).toBeLessThan(90 * SECOND);
    });

    await books.putClockAhead(HOUR);
    await eventually(async () => expect(await condition(userId)).toBe('False InsufficientFunds'));
    await stopped(userId, from, new Date(Date.now() + HOUR), 'InsufficientFunds');
    await eventually(async () => expect(await walletState(books, userId)).toEqual({ balance: 0n, held: 0n }));
    expect(await condition(userId)).toBe('False InsufficientFunds');

    await give(books.database, userId, 1_000n);
    await patch(userId, { restartedAt: new Date(Date.now() + 2 * HOUR).toISOString() });
    await eventually(async () => expect(await condition(userId)).toBe('True OrderAccepted'));
    await books.putClockAhead(0);
  });
});

describe('a Workload that is destroyed', () => {
  it('is charged, archived and released, even if billing was down', async () => {
    const userId = await aTenant(1_000n);
    const from = await orderedAgo(userId, HOUR);
    await runSince(userId, from);
    await worker.stop();
    await cluster.controlPlane.kubectl([
      'delete',
      'workloads.gpulease.dev',
      'box',
      `--namespace=u-${userId}`,
      '--wait=false',
    ]);
    const until = new Date(from.getTime() + 900 * SECOND);
    await stopped(userId, from, until, 'DestroyRequested');
    await cluster.finishDestroying(userId, 'box');
    expect((await cluster.get(userId, 'box'))?.metadata.finalizers).toEqual([finalizers.billing]);
    worker = start();
    await eventually(async () => expect(await cluster.get(userId, 'box')).toBeUndefined());
    expect(await walletState(books, userId)).toEqual({ balance: 1_000n - 40n, held: 0n });
    const archived = await books.database
      .selectFrom('workload_archive')
      .select('name')
      .where('user_id', '=', userId)
      .execute();
    expect(archived).toEqual([{ name: 'box' }]);
  });

  it('is charged until it is deleted, even if the operator did not see its end', async () => {
    const userId = await aTenant(1_000n);
    const from = await orderedAgo(userId, HOUR);
    await runSince(userId, from);
    const which = ['workloads.gpulease.dev', 'box', `--namespace=u-${userId}`];
    await cluster.controlPlane.kubectl(['delete', ...which, '--wait=false']);
    await cluster.finishDestroying(userId, 'box');
    await eventually(async () => expect(await cluster.get(userId, 'box')).toBeUndefined());
    expect(await balance(userId)).toBeLessThanOrEqual(1_000n - 158n);
  });

  it('has its order closed if it was forcibly deleted', async () => {
    const userId = await aTenant(1_000n);
    const from = await orderedAgo(userId, HOUR);
    await runSince(userId, from);
    await cluster.controlPlane.kubectl([
      'patch',
      'workloads.gpulease.dev',
      'box',
      `--namespace=u-${userId}`,
      '--type=merge',
      '--patch={"metadata":{"finalizers":null}}',
    ]);
    await cluster.controlPlane.kubectl([
      'delete',
      'workloads.gpulease.dev',
      'box',
      `--namespace=u-${userId}`,
    ]);
    await eventually(async () => expect(await held(userId)).toBe(0n));
    const orders = await books.database
      .selectFrom('workload_order')
      .select('state')
      .where('user_id', '=', userId)
      .execute();
    expect(orders).toEqual([{ state: 'CLOSED' }]);
  });
});

describe('a restart', () => {
  it('ends one run and begins another, and both are charged', async () => {
    const userId = await aTenant(1_000n);
    const from = await orderedAgo(userId, HOUR);
    await runSince(userId, from);
    const at = (minutes: number) => new Date(from.getTime() + minutes * 60 * SECOND).toISOString();
    await cluster.asOperator(userId, 'box', {
      phase: 'Running',
      conditions: [scheduled('True', from)],
      runs: [
        { id: userId, startedAt: at(0), stoppedAt: at(20), endReason: 'RestartRequested' },
        { id: 'short', startedAt: at(20), stoppedAt: at(30), endReason: 'MachineEnded' },
        { id: 'newest', startedAt: at(30) },
      ],
    });
    await recordedRuns(userId, 3);
    // The third continues: at least the hour since the start of the first is charged.
    await eventually(async () => expect(await balance(userId)).toBeLessThanOrEqual(1_000n - 158n));
    await cluster.asOperator(userId, 'box', {
      phase: 'Stopped',
      conditions: [scheduled('False', new Date(at(45)))],
      runs: [
        { id: 'short', startedAt: at(20), stoppedAt: at(30), endReason: 'MachineEnded' },
        { id: 'newest', startedAt: at(30), stoppedAt: at(45), endReason: 'StopRequested', goneAt: at(45) },
      ],
    });
    // Its end was seen late, so a quarter of an hour is credited.
    await eventually(async () => expect(await balance(userId)).toBe(1_000n - 119n));
  });
});

describe('running machines', () => {
  it('are charged when an hour has passed', async () => {
    const userId = await aTenant(1_000n);
    const from = await orderedAgo(userId, SECOND);
    await runSince(userId, from);
    expect(await balance(userId)).toBe(1_000n);
    await books.putClockAhead(2 * HOUR);
    await eventually(async () => expect(await balance(userId)).toBeLessThanOrEqual(1_000n - 316n));
  });
});

describe('a cluster other than that of the orders', () => {
  const foreign = () => books.asOwner(`UPDATE cluster_identity SET uid = 'another'`);
  const removeByForce = async (userId: string) => {
    const which = ['workloads.gpulease.dev', 'box', `--namespace=u-${userId}`];
    await cluster.controlPlane.kubectl([
      'patch',
      ...which,
      '--type=merge',
      '--patch={"metadata":{"finalizers":null}}',
    ]);
    await cluster.controlPlane.kubectl(['delete', ...which]);
  };
  const states = async (userId: string) => {
    const orders = await books.database
      .selectFrom('workload_order')
      .select('state')
      .where('user_id', '=', userId)
      .execute();
    return orders.map(({ state }) => state);
  };

  it('closes and creates no order until an operator declares its orders lost', async () => {
    const userId = await aTenant(1_000n);
    await cluster.createWorkload(userId, 'box');
    await eventually(async () => expect(await condition(userId)).toBe('True OrderAccepted'));
    await worker.stop();
    await foreign();
    await removeByForce(userId);
    const other = await aTenant(1_000n);
    await cluster.createWorkload(other, 'box');
    worker = start();
    await worker.ready;
    expect(await states(userId)).toEqual(['ACTIVE']);
    expect(await states(other)).toEqual([]);
    expect(await condition(other)).toBe('unknown');

    const { stdout } = await run(process.execPath, [entry, '--close-lost'], {
      env: {
        ...process.env,
        NODE_OPTIONS: '',
        KUBECONFIG: cluster.controlPlane.kubeconfig,
        DATABASE_URL: books.url,
      },
    });
    expect(stdout).toContain(`box of user ${userId} was closed`);
    expect(await states(userId)).toEqual(['CLOSED']);
    expect(await held(userId)).toBe(0n);
    await eventually(async () => expect(await condition(other)).toBe('True OrderAccepted'));
  });

  it('closes no orders if it has lost more than one in twenty Workloads at once', async () => {
    const users = await Promise.all(Array.from({ length: 3 }, () => aTenant(1_000n)));
    await Promise.all(users.map((userId) => cluster.createWorkload(userId, 'box')));
    await Promise.all(
      users.map((userId) =>
        eventually(async () => expect(await condition(userId)).toBe('True OrderAccepted')),
      ),
    );
    await worker.stop();
    await Promise.all(users.map(removeByForce));
    const metrics = new Registry();
    worker = start(metrics);
    await worker.ready;
    expect((await Promise.all(users.map(states))).flat()).toEqual(Array(3).fill('ACTIVE'));
    expect(await metrics.getSingleMetricAsString('gpulease_billing_lost_orders')).toContain(' 3');
  });
});

describe('a worker that starts', () => {
  /** Returns the cluster, with tenants listed only after `listed`; calls `onWatching` when Workloads are watched. */
  function withoutTenants(listed: Promise<unknown>, onWatching: () => void): Cluster {
    const of = (client: ResourceClient<ApiObject>) => {
      const [list, watch] = [client.listPage.bind(client), client.watch.bind(client)];
      if (client.definition.plural === tenants.plural)
        client.listPage = (...page) => listed.then(() => list(...page));
      if (client.definition.plural === workloads.plural)
        client.watch = (...options) => {
          onWatching();
          return watch(...options);
        };
      return client;
    };
    const resource = (...args: Parameters<Cluster['resource']>) => of(cluster.cluster.resource(...args));
    return { resource } as unknown as Cluster;
  }

  it('orders nothing for a suspended tenant whom it has not seen yet', async () => {
    const userId = await aTenant(1_000n);
    await worker.stop();
    await cluster.cluster.resource(tenants).mergePatch({ name: userId }, { spec: { state: 'Suspended' } });
    await cluster.createWorkload(userId, 'box');
    const listed = Promise.withResolvers<undefined>();
    const watching = Promise.withResolvers<undefined>();
    worker = start(
      new Registry(),
      withoutTenants(listed.promise, () => watching.resolve(undefined)),
    );
    await watching.promise;
    // Enough time for an order.
    for (let n = 0; n < 50; n += 1) await cluster.get(userId, 'box');
    listed.resolve(undefined);
    await eventually(async () => expect(await condition(userId)).toBe('False NoPayer'));
    expect(await held(userId)).toBe(0n);
  });
});
