import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { workloads, type ResourceDefinition, type Workload } from '@gpulease/crds';
import { connect, services, type ApiObject, type RequestReport } from '@gpulease/kube';
import { virtualMachineInstances, virtualMachines } from '@gpulease/kube/kubevirt';
import { TcpProxy, eventually } from '@gpulease/kube/testing';
import { Harness, NAMESPACE } from '../../testing/harness.ts';

const TIMEOUT = 600_000;
const BUSY_WITH = 6;

describe('an API server', () => {
  let harness: Harness;
  let proxy: TcpProxy;
  let requests: RequestReport[];
  beforeAll(async () => {
    // Without the watch cache, a watch from before etcd's compaction finds its history gone.
    harness = await Harness.start(['--watch-cache=false']);
  }, TIMEOUT);
  afterAll(() => harness.stop(), TIMEOUT);
  beforeEach(async () => {
    requests = [];
    proxy = await TcpProxy.start(harness.controlPlane.apiUrl);
  });
  afterEach(async () => {
    await harness.stopOperators();
    await proxy.close();
  }, TIMEOUT);

  async function startOperator(user?: string): Promise<void> {
    const kubeconfig = user ?? harness.controlPlane.kubeconfig;
    const operator = harness.startOperator((report) => requests.push(report), {
      kubeconfig: proxy.writeKubeconfig(kubeconfig),
    });
    await eventually(() => expect(operator.isLeader()).toBe(true));
  }

  async function expectOneOfEach(workload: Workload): Promise<void> {
    const kinds: ResourceDefinition<ApiObject>[] = [virtualMachines, virtualMachineInstances, services];
    for (const kind of kinds) {
      const { items } = await harness.cluster.resource(kind).list({ namespace: NAMESPACE });
      expect(items.map(({ metadata }) => metadata.name)).toEqual([workload.status?.virtualMachine]);
    }
    expect(harness.runsOf(workload)).toEqual([{ id: expect.any(String), startedAt: expect.any(String) }]);
  }

  it(
    'delays a start if it is slow, but nothing is done twice',
    async () => {
      await startOperator();
      const workload = await harness.create();
      proxy.delayMs = 500;
      await harness.accept(workload);
      const running = await harness.until(workload, 'Running');
      await expectOneOfEach(running);
      await harness.change(workload, { powerState: 'Stopped' });
      const stopped = await harness.until(workload, 'Stopped');
      expect(harness.runsOf(stopped)).toMatchObject([{ endReason: 'StopRequested' }]);
      await harness.destroy(workload);
    },
    TIMEOUT,
  );

  it(
    'completes a start even if its connections keep breaking',
    async () => {
      await startOperator();
      const workload = await harness.create();
      await harness.accept(workload);
      for (const kind of [services, virtualMachines] as ResourceDefinition<ApiObject>[]) {
        await eventually(async () => {
          expect((await harness.cluster.resource(kind).list({ namespace: NAMESPACE })).items).toHaveLength(1);
        });
        proxy.cut();
      }
      const running = await harness.until(workload, 'Running');
      await expectOneOfEach(running);
      await harness.destroy(workload);
    },
    TIMEOUT,
  );

  it(
    'is listed again after a compaction, so that missed changes are handled',
    async () => {
      await startOperator();
      const workload = await harness.running();
      await proxy.close();
      requests = [];
      await harness.change(workload, { powerState: 'Stopped' });
      await harness.controlPlane.compactEtcd();
      await proxy.reopen();
      const stopped = await harness.until(workload, 'Stopped');
      expect(stopped.status?.placed).toBeUndefined();
      expect(harness.runsOf(stopped)).toMatchObject([{ endReason: 'StopRequested' }]);
      expect(requests).toContainEqual(
        expect.objectContaining({ verb: 'list', resource: 'workloads', code: 200 }),
      );
      await harness.destroy(workload);
    },
    TIMEOUT,
  );

  it(
    'is retried with pauses while it is busy',
    async () => {
      const user = await throttledUser();
      await startOperator(user);
      const workload = await harness.create();
      await harness.untilReason(workload, 'WaitingForOrder');
      await throttle();
      const refused = () => requests.filter(({ code, verb }) => code === 429 && verb !== 'watch').length;
      await keepBusyWhile(user, async () => {
        await harness.accept(workload);
        await eventually(() => expect(refused()).toBeGreaterThanOrEqual(3));
      });
      const running = await harness.until(workload, 'Running');
      await expectOneOfEach(running);
      await harness.destroy(workload);
    },
    TIMEOUT,
  );

  const THROTTLED = 'throttled-operator';

  /** Creates a user with all rights that, unlike administrators, can be throttled, and returns its kubeconfig. */
  async function throttledUser(): Promise<string> {
    const kubeconfig = await harness.controlPlane.addUser({ name: THROTTLED });
    await harness.controlPlane.kubectl([
      'create',
      'clusterrolebinding',
      THROTTLED,
      '--clusterrole=cluster-admin',
      `--user=${THROTTLED}`,
    ]);
    return kubeconfig;
  }

  /** Sends so many concurrent requests of the same user that the operator hardly gets a seat. */
  async function keepBusyWhile(kubeconfig: string, act: () => Promise<void>): Promise<void> {
    const others = connect({ kubeconfig, requestTimeoutMs: 900 });
    const end = new AbortController();
    const ask = async (): Promise<void> => {
      while (!end.signal.aborted)
        await others
          .resource(workloads)
          .list()
          .catch(() => undefined);
    };
    const asking = Array.from({ length: BUSY_WITH }, ask);
    await act().finally(() => end.abort());
    await Promise.all(asking);
    await others.close();
  }

  /** Gives all requests of the user except those for its lease the minimum concurrency, above which they get 429. */
  async function throttle(): Promise<void> {
    const apiVersion = 'flowcontrol.apiserver.k8s.io/v1';
    const limited = {
      nominalConcurrencyShares: 0,
      borrowingLimitPercent: 0,
      limitResponse: { type: 'Reject' },
    };
    const groups = ['gpulease.dev', 'kubevirt.io', 'networking.k8s.io', ''];
    const resourceRule = {
      verbs: ['*'],
      apiGroups: groups,
      resources: ['*'],
      clusterScope: true,
      namespaces: ['*'],
    };
    const rule = { subjects: [{ kind: 'User', user: { name: THROTTLED } }], resourceRules: [resourceRule] };
    const items = [
      {
        apiVersion,
        kind: 'PriorityLevelConfiguration',
        metadata: { name: THROTTLED },
        spec: { type: 'Limited', limited },
      },
      {
        apiVersion,
        kind: 'FlowSchema',
        metadata: { name: THROTTLED },
        spec: { matchingPrecedence: 10, priorityLevelConfiguration: { name: THROTTLED }, rules: [rule] },
      },
    ];
    await harness.controlPlane.kubectl(
      ['apply', '--server-side', '--filename=-'],
      JSON.stringify({ apiVersion: 'v1', kind: 'List', items }),
    );
  }
});
