import { request } from 'node:https';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { apiServices, nodes, type Cluster } from '@gpulease/kube';
import { virtualMachineInstances, virtualMachines, type VirtualMachine } from '@gpulease/kube/kubevirt';
import { eventually } from '@gpulease/kube/testing';
import { Harness } from '../testing/harness.ts';
import { openStream, type Stream } from '../testing/stream.ts';

const timeout = 600_000;
const apiService = { name: 'v1.subresources.kubevirt.io' };

describe('subresources.kubevirt.io behind the API server', () => {
  let harness: Harness;
  let cluster: Cluster;
  beforeAll(async () => {
    harness = await Harness.start();
    ({ cluster } = harness);
    await eventually(() => cluster.request({ method: 'GET', path: '/apis/subresources.kubevirt.io/v1' }));
  }, timeout);
  afterAll(() => harness.stop(), timeout);

  async function runningMachine(name: string, runStrategy?: string): Promise<VirtualMachine> {
    const machine = await harness.create(name, runStrategy === undefined ? {} : { runStrategy });
    await harness.untilStatus(machine, 'Running');
    return machine;
  }

  function call({ metadata }: VirtualMachine, action: string, body?: object): Promise<unknown> {
    return cluster.request({
      method: 'PUT',
      path: pathOf(metadata, `virtualmachines/${metadata.name}/${action}`),
      body,
    });
  }

  function open(
    { metadata }: VirtualMachine,
    name: string,
    protocols = ['plain.kubevirt.io'],
  ): Promise<Stream> {
    const path = pathOf(metadata, `virtualmachineinstances/${metadata.name}/${name}`);
    return openStream({ kubeconfig: harness.controlPlane.kubeconfig, path, protocols });
  }

  it(
    'denies the eviction of a machine, and marks the machine for evacuation',
    async () => {
      const machine = await runningMachine('evicted');
      const [pod] = await harness.podsOf(machine);
      const { name = '', namespace = '' } = pod?.metadata ?? {};
      const evict = (dryRun?: 'All') =>
        cluster.request({
          method: 'POST',
          path: `/api/v1/namespaces/${namespace}/pods/${name}/eviction`,
          query: { dryRun },
          body: { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name, namespace } },
        });
      await expect(evict('All')).rejects.toMatchObject({ code: 429 });
      expect((await harness.instanceOf(machine))?.status?.evacuationNodeName).toBeUndefined();
      await expect(evict()).rejects.toMatchObject({
        code: 429,
        message: expect.stringContaining(`Eviction triggered evacuation of VMI "${namespace}/evicted"`),
      });
      await eventually(async () => {
        const told = await harness.instanceOf(machine);
        expect(told?.status).toMatchObject({
          phase: 'Running',
          evacuationNodeName: 'gpu-node',
          conditions: expect.arrayContaining([
            expect.objectContaining({ type: 'EvictionRequested', status: 'True' }),
          ]),
        });
      });
      expect(await harness.podsOf(machine)).toHaveLength(1);
    },
    timeout,
  );

  it(
    'cancels an eviction only if it is the one the caller saw and the node is not drained',
    async () => {
      const machine = await runningMachine('stays');
      const { metadata } = machine;
      const instances = cluster.resource(virtualMachineInstances);
      const cancel = (evacuationNodeName: string) =>
        cluster.request({
          method: 'PUT',
          path: pathOf(metadata, 'virtualmachineinstances/stays/evacuate/cancel'),
          body: { evacuationNodeName },
        });
      await cancel('gpu-node');
      await instances.mergePatch(metadata, { status: { evacuationNodeName: 'gpu-node' } });
      await expect(cancel('another-node')).rejects.toMatchObject({ code: 500 });
      const taint = (taints: object[]) =>
        cluster.resource(nodes).mergePatch({ name: 'gpu-node' }, { spec: { taints } });
      const { taints = [] } = (await cluster.resource(nodes).get({ name: 'gpu-node' })).spec ?? {};
      await taint([...taints, { key: 'kubevirt.io/drain', effect: 'NoSchedule' }]);
      await expect(cancel('gpu-node')).rejects.toMatchObject({ code: 400 });
      expect((await instances.get(metadata)).status?.evacuationNodeName).toBe('gpu-node');
      await taint(taints);
      await cancel('gpu-node');
      await eventually(async () => {
        const { status } = await instances.get(metadata);
        expect(status?.evacuationNodeName).toBeUndefined();
        expect(status?.conditions?.map(({ type }) => type)).not.toContain('EvictionRequested');
      });
    },
    timeout,
  );

  it(
    'stops and starts a machine of runStrategy RerunOnFailure without touching its spec',
    async () => {
      const machine = await runningMachine('requests');
      await call(machine, 'stop', {});
      await harness.untilOff(machine);
      await eventually(() => call(machine, 'start'));
      await harness.untilStatus(machine, 'Running');
      const { spec } = await cluster.resource(virtualMachines).get(machine.metadata);
      expect(spec.runStrategy).toBe('RerunOnFailure');
    },
    timeout,
  );

  it(
    'restarts a machine in a new instance',
    async () => {
      const machine = await runningMachine('restarts');
      const before = await harness.instanceOf(machine);
      await call(machine, 'restart', { gracePeriodSeconds: 0 });
      await eventually(async () => {
        const after = await harness.instanceOf(machine);
        expect(after?.status?.phase).toBe('Running');
        expect(after?.metadata.uid).not.toBe(before?.metadata.uid);
      });
    },
    timeout,
  );

  it(
    'sets runStrategy Always to start a halted machine, and Halted to stop it',
    async () => {
      const machine = await harness.create('halted', { runStrategy: 'Halted' });
      await harness.untilOff(machine);
      await call(machine, 'start');
      await harness.untilStatus(machine, 'Running');
      await call(machine, 'stop');
      await harness.untilOff(machine);
      const { spec } = await cluster.resource(virtualMachines).get(machine.metadata);
      expect(spec.runStrategy).toBe('Halted');
    },
    timeout,
  );

  it(
    'refuses to start a running machine',
    async () => {
      const machine = await runningMachine('runs');
      await expect(call(machine, 'start')).rejects.toMatchObject({
        code: 409,
        message: 'VM is already running',
      });
    },
    timeout,
  );

  it('answers Not Found for missing machines', async () => {
    const missing = { metadata: { name: 'missing', namespace: 'default' } } as VirtualMachine;
    await expect(call(missing, 'start')).rejects.toMatchObject({ code: 404 });
  });

  it('answers only the API server', async () => {
    const { spec } = await cluster.resource(apiServices).get(apiService);
    const port = spec.service?.port;
    const status = await new Promise((resolve, reject) => {
      const path = '/apis/subresources.kubevirt.io/v1';
      const asked = request(
        { host: '127.0.0.1', port, path, rejectUnauthorized: false, agent: false },
        (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        },
      );
      asked.on('error', reject).end();
    });
    expect(status).toBe(401);
  });

  it(
    'serves a serial console of raw bytes that identifies itself as a simulation',
    async () => {
      const machine = await runningMachine('serial');
      const stream = await open(machine, 'console');
      expect(stream.protocol).toBe('plain.kubevirt.io');
      await stream.untilSaid('This is a simulation.');
      stream.send('hostname\r');
      await stream.untilSaid('root@serial:~# hostname\r\nserial\r\n');
      stream.send('poweroff\r');
      await stream.closed;
      await harness.untilOff(machine);
    },
    timeout,
  );

  it(
    'hands the single serial console to the latest caller',
    async () => {
      const machine = await runningMachine('one-console');
      const first = await open(machine, 'console');
      const second = await open(machine, 'console');
      await first.closed;
      second.send('nproc\r');
      await second.untilSaid('nproc\r\n4\r\n');
      second.close();
    },
    timeout,
  );

  it(
    'serves a screen over RFB 3.8',
    async () => {
      const machine = await runningMachine('screen');
      const stream = await open(machine, 'vnc');
      await stream.untilSaid('RFB 003.008\n');
      stream.send('RFB 003.008\n');
      stream.send(Buffer.from([1]));
      stream.send(Buffer.from([1]));
      await stream.untilSaid('screen (simulation)');
      const before = stream.received.length;
      stream.send(Buffer.from([3, 0, 0, 0, 0, 0, 2, 128, 1, 104]));
      await stream.untilReceived(before + 16 + 640 * 360 * 4);
      stream.close();
    },
    timeout,
  );

  it(
    'refuses the console of a stopped machine',
    async () => {
      const machine = await harness.create('off', { runStrategy: 'Halted' });
      await expect(open(machine, 'console')).rejects.toThrow('404');
    },
    timeout,
  );

  it(
    'is unregistered when the simulator ends, and registered when it starts',
    async () => {
      await harness.simulator.stop();
      expect(await cluster.resource(apiServices).find(apiService)).toBeUndefined();
      harness.simulator.start();
      await eventually(() => cluster.resource(apiServices).get(apiService));
    },
    timeout,
  );
});

function pathOf({ namespace = '' }: { namespace?: string }, rest: string): string {
  return `/apis/subresources.kubevirt.io/v1/namespaces/${namespace}/${rest}`;
}
