import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { vmImages, workloads, type ResourceDefinition, type Workload } from '@gpulease/crds';
import { ServerClock, services, systemClock, type ApiObject, type Clock } from '@gpulease/kube';
import { virtualMachineInstances, virtualMachines } from '@gpulease/kube/kubevirt';
import { TcpProxy, eventually } from '@gpulease/kube/testing';
import type { Manager } from '../../manager.ts';
import { Harness, NAMESPACE } from '../../testing/harness.ts';
import { LaggingWatch } from '../../testing/lagging-watch.ts';
import { leaderlessMs, leaseOf } from '../../testing/takeover.ts';

const TIMEOUT = 600_000;
/** Time after a leader's last sign of life within which another must lead. */
const TAKEOVER_MS = 20_000;

/** The system clock with this offset in milliseconds. */
function wrongBy(milliseconds: number): Clock {
  return { ...systemClock, now: () => new Date(systemClock.now().getTime() + milliseconds) };
}

describe('operators', () => {
  let harness: Harness;
  const proxies: TcpProxy[] = [];
  const watch = new LaggingWatch(workloads);
  beforeAll(async () => {
    harness = await Harness.start();
  }, TIMEOUT);
  afterEach(async () => {
    watch.catchesUp();
    await Promise.all(proxies.splice(0).map((proxy) => proxy.close()));
    await harness.stopOperators();
  }, TIMEOUT);
  afterAll(() => harness.stop(), TIMEOUT);

  async function expectOneOfEach(workload: Workload): Promise<void> {
    const kinds: ResourceDefinition<ApiObject>[] = [virtualMachines, virtualMachineInstances, services];
    for (const kind of kinds) {
      const { items } = await harness.cluster.resource(kind).list({ namespace: NAMESPACE });
      const own = items.filter(({ metadata }) => metadata.name.startsWith(workload.metadata.name));
      expect(own.map(({ metadata }) => metadata.name)).toEqual([workload.status?.virtualMachine]);
    }
    expect(harness.runsOf(workload)).toEqual([{ id: expect.any(String), startedAt: expect.any(String) }]);
  }

  async function untilLeads(operator: Manager): Promise<void> {
    await eventually(() => expect(operator.isLeader()).toBe(true));
  }

  it(
    'do not assign an occupied place if a watch lags behind at the takeover',
    async () => {
      const whole = { skuQuantity: 4, rootDiskSize: '400Gi' };
      await harness.setQuota({ gpus: 16 });
      const { spec } = await harness.cluster.resource(vmImages).get({ name: 'ubuntu' });
      const late = { metadata: { name: 'late' }, spec: { ...spec, state: 'Disabled' as const } };
      await harness.cluster.resource(vmImages).create(late);
      const first = harness.startOperator();
      await untilLeads(first);
      const [placed, waiting] = [
        await harness.create(whole),
        await harness.create({ ...whole, image: 'late' }),
      ];
      await harness.accept(waiting);
      await harness.untilReason(waiting, 'NotOnOffer');
      // Its list contains both. Events of its watch might not arrive before the watch lags.
      const second = harness.startOperator(undefined, { through: (cluster) => watch.through(cluster) });
      await eventually(() => expect(second.notReadyReason()).toBeUndefined());
      watch.lags();
      await harness.accept(placed);
      await harness.until(placed, 'Running');
      await harness.stopOperator(first);
      await untilLeads(second);
      await harness.cluster.resource(vmImages).mergePatch({ name: 'late' }, { spec: { state: 'Enabled' } });
      const refused = await harness.untilReason(waiting, 'NoCapacity');
      expect(refused.status?.placed).toBeUndefined();
      watch.catchesUp();
      await harness.destroy(placed);
      await harness.until(waiting, 'Running');
      await harness.destroy(waiting);
    },
    TIMEOUT,
  );

  it.each([
    ['Service', services],
    ['VirtualMachine', virtualMachines],
  ] as [string, ResourceDefinition<ApiObject>][])(
    'finish a start if the leader is cut off while it creates the %s, and create nothing twice',
    async (_, kind) => {
      const proxy = await TcpProxy.start(harness.controlPlane.apiUrl);
      proxies.push(proxy);
      const told: string[] = [];
      const cutOff = harness.startOperator(undefined, {
        kubeconfig: proxy.writeKubeconfig(harness.controlPlane.kubeconfig),
        onLost: () => told.push('lost'),
      });
      await untilLeads(cutOff);
      const next = harness.startOperator();
      const workload = await harness.create();
      const before = await harness.cluster.resource(kind).list({ namespace: NAMESPACE });
      await harness.accept(workload);
      await eventually(async () => {
        const { items } = await harness.cluster.resource(kind).list({ namespace: NAMESPACE });
        expect(items.length).toBeGreaterThan(before.items.length);
      });
      proxy.silent = true;
      expect(await leaderlessMs(harness, () => untilLeads(next))).toBeLessThan(TAKEOVER_MS);
      // The old leader noticed the loss before the new one began.
      expect(told).toEqual(['lost']);
      expect(cutOff.isLeader()).toBe(false);
      const running = await harness.until(workload, 'Running');
      await expectOneOfEach(running);
      proxy.silent = false;
      await harness.destroy(workload);
    },
    TIMEOUT,
  );

  it(
    'finish a start once if the leader is killed during it, with a new leader within 20 seconds',
    async () => {
      const first = harness.spawnOperator();
      await eventually(async () => expect(await holder()).toBeTruthy());
      const killed = await holder();
      const second = harness.startOperator();
      await eventually(() => expect(second.notReadyReason()).toBeUndefined());
      const workload = await harness.create();
      await harness.accept(workload);
      await eventually(async () => expect((await harness.get(workload)).status?.placed).toBeDefined());
      await first.stop('SIGKILL');
      expect(await leaderlessMs(harness, () => untilLeads(second))).toBeLessThan(TAKEOVER_MS);
      expect(await holder()).not.toBe(killed);
      const running = await harness.until(workload, 'Running');
      await expectOneOfEach(running);
      await harness.destroy(workload);
    },
    TIMEOUT,
  );

  async function holder(): Promise<string | undefined> {
    return (await leaseOf(harness)).holderIdentity;
  }

  it.each([
    ['ahead', 600_000],
    ['behind', -600_000],
  ])(
    'with a clock ten minutes %s close runs at the right time and stay leader',
    async (_, offset) => {
      const clock = new ServerClock(wrongBy(offset));
      const wrong = harness.startOperator(undefined, { clock, serverClock: clock });
      await untilLeads(wrong);
      const right = harness.startOperator();
      const began = Date.now();
      const workload = await harness.running();
      await harness.change(workload, { powerState: 'Stopped' });
      const stopped = await harness.until(workload, 'Stopped');
      const [run] = harness.runsOf(stopped);
      const stoppedAt = Date.parse(run?.stoppedAt ?? '');
      expect(run?.endReason).toBe('StopRequested');
      expect(stoppedAt).toBeGreaterThanOrEqual(Date.parse(run?.startedAt ?? ''));
      expect(stoppedAt).toBeGreaterThan(began - 2_000);
      expect(stoppedAt).toBeLessThan(Date.now() + 2_000);
      expect([wrong.isLeader(), right.isLeader()]).toEqual([true, false]);
      await harness.destroy(workload);
    },
    TIMEOUT,
  );
});
