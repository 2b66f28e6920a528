import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { useControlPlane } from '@gpulease/local/testing';
import { systemClock, type Clock } from './clock.ts';
import { connect, type Cluster } from './cluster.ts';
import { leases } from './core/definitions.ts';
import { startLeaderElection, type LeaderElection } from './leader-election.ts';
import { eventually } from './testing/eventually.ts';
import { TcpProxy } from './testing/tcp-proxy.ts';

const controlPlane = useControlPlane();
/** As short as possible on a machine that may stall for some seconds. */
const timing = { leaseDurationMs: 9_000, renewDeadlineMs: 6_000, retryPeriodMs: 400 };
const name = 'operator';
let namespace: string;
let cluster: Cluster;
/** The first candidate's connection, through a network that can fail. */
let proxy: TcpProxy;
let proxied: Cluster;
let told: string[];
let elections: LeaderElection[];

beforeAll(() => {
  cluster = connect({ kubeconfig: controlPlane.kubeconfig });
});
afterAll(() => cluster.close());

beforeEach(async () => {
  namespace = await controlPlane.uniqueNamespace();
  proxy = await TcpProxy.start(controlPlane.apiUrl);
  proxied = connect({ kubeconfig: proxy.writeKubeconfig(controlPlane.kubeconfig) });
  told = [];
  elections = [];
});
afterEach(async () => {
  await Promise.all(elections.map((election) => election.stop()));
  await proxied.close();
  await proxy.close();
});

function start(identity: string, connection = cluster, clock?: Clock): LeaderElection {
  const onStarted = (): number => told.push(`${identity} started`);
  const onLost = (): number => told.push(`${identity} lost`);
  const options = { namespace, name, identity, onStarted, onLost, timing, clock };
  const election = startLeaderElection(connection, options);
  elections.push(election);
  return election;
}

/** Starts two candidates: `mei`, the leader, and `li`. */
async function startTwo(): Promise<[LeaderElection, LeaderElection]> {
  const mei = start('mei', proxied);
  await eventually(() => expect(mei.isLeader).toBe(true));
  return [mei, start('li')];
}

async function holder(): Promise<string | undefined> {
  return (await cluster.resource(leases).get({ namespace, name })).spec?.holderIdentity;
}

describe('of two candidates', () => {
  it('only the first leads while it renews', async () => {
    const [mei, li] = await startTwo();
    const renewals = new Set<string | undefined>();
    await eventually(async () => {
      renewals.add((await cluster.resource(leases).get({ namespace, name })).spec?.renewTime);
      expect(renewals.size).toBeGreaterThan(12);
    });
    expect([mei.isLeader, li.isLeader]).toEqual([true, false]);
    expect([...renewals].every((time) => /\.\d{6}Z$/.test(time ?? ''))).toBe(true);
    expect(told).toEqual(['mei started']);
  });

  it('the second takes over immediately when the first stops gracefully', async () => {
    const [mei, li] = await startTwo();
    await mei.stop();
    expect(mei.isLeader).toBe(false);
    await eventually(() => expect(li.isLeader).toBe(true), (timing.leaseDurationMs * 2) / 3);
    expect(told).toEqual(['mei started', 'li started']);
    const { spec } = await cluster.resource(leases).get({ namespace, name });
    expect(spec).toMatchObject({ holderIdentity: 'li', leaseDurationSeconds: 9, leaseTransitions: 1 });
  });

  it('the first stops leading before the second takes over when the network fails', async () => {
    const [mei, li] = await startTwo();
    proxy.silent = true;
    await eventually(() => expect(li.isLeader).toBe(true));
    expect(mei.isLeader).toBe(false);
    expect(told).toEqual(['mei started', 'mei lost', 'li started']);
  });

  it.each([
    ['ahead', 600_000],
    ['behind', -600_000],
  ])(
    'the first leads although its clock is ten minutes %s, and the second takes over when its network fails',
    async (_, offset) => {
      const wrong = { ...systemClock, now: () => new Date(Date.now() + offset) };
      const mei = start('mei', proxied, wrong);
      await eventually(() => expect(mei.isLeader).toBe(true));
      const li = start('li');
      const since = performance.now();
      await eventually(() => expect(performance.now() - since).toBeGreaterThan(1.5 * timing.leaseDurationMs));
      expect([mei.isLeader, li.isLeader]).toEqual([true, false]);
      proxy.silent = true;
      await eventually(() => expect(li.isLeader).toBe(true));
      expect(told).toEqual(['mei started', 'mei lost', 'li started']);
    },
  );

  it('only one leads when both start at the same moment', async () => {
    const both = [start('mei'), start('li')];
    await eventually(() => expect(told).toHaveLength(1));
    await eventually(async () => expect(await holder()).toBe(told[0]?.split(' ')[0]));
    expect(both.filter(({ isLeader }) => isLeader)).toHaveLength(1);
  });
});

it('a leader notices that another holder took its lease', async () => {
  const mei = start('mei');
  await eventually(() => expect(mei.isLeader).toBe(true));
  await cluster.resource(leases).mergePatch({ namespace, name }, { spec: { holderIdentity: 'root' } });
  await eventually(() => expect(told).toEqual(['mei started', 'mei lost']));
  expect(mei.isLeader).toBe(false);
});

it('a candidate whose first attempt took nearly as long as the lease starts to lead with the next attempt', async () => {
  let isFirst = true;
  const late = (): number => {
    const lateness = isFirst ? 0 : 5_900;
    isFirst = false;
    return performance.now() + lateness;
  };
  const mei = start('mei', cluster, { ...systemClock, monotonic: late });
  const renewals = new Set<string | undefined>();
  await eventually(async () => {
    renewals.add((await cluster.resource(leases).find({ namespace, name }))?.spec?.renewTime);
    expect(renewals.size).toBeGreaterThan(3);
  });
  expect(mei.isLeader).toBe(true);
  expect(mei.precededUntil).toBeUndefined();
  expect(told).toEqual(['mei started']);
});

it('a leader keeps leading when its lease is deleted', async () => {
  const mei = start('mei');
  await eventually(() => expect(mei.isLeader).toBe(true));
  await cluster.resource(leases).delete({ namespace, name });
  await eventually(async () => expect(await holder()).toBe('mei'));
  expect(told).toEqual(['mei started']);
});

it('a candidate waits for the API server and becomes leader once it is up', async () => {
  await proxy.close();
  const mei = start('mei', proxied);
  await eventually(() => expect(mei.isLeader).toBe(false));
  await proxy.reopen();
  await eventually(() => expect(mei.isLeader).toBe(true));
});
