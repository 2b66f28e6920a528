import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { get } from 'node:https';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { namespaces, nodes, pods, type Cluster } from '@gpulease/kube';
import {
  dataVolumes,
  virtualMachineInstances,
  virtualMachines,
  type VirtualMachine,
} from '@gpulease/kube/kubevirt';
import { faultsAnnotation } from './faults.ts';
import { guestAnnotation } from './instance/phase.ts';
import { eventually } from '@gpulease/kube/testing';
import { Harness } from './testing/harness.ts';
import { a100, virtualMachine } from './testing/objects.ts';

const timeout = 600_000;

describe('the KubeVirt simulator on a real control plane', () => {
  let harness: Harness;
  let cluster: Cluster;
  beforeAll(async () => {
    harness = await Harness.start();
    ({ cluster } = harness);
  }, timeout);
  afterAll(() => harness.stop(), timeout);

  function setRunStrategy({ metadata }: VirtualMachine, runStrategy: string): Promise<VirtualMachine> {
    return cluster.resource(virtualMachines).mergePatch(metadata, { spec: { runStrategy } });
  }

  it(
    'runs a machine with GPUs in a pod that the scheduler placed',
    async () => {
      const machine = await harness.create('gpu-vm', { gpus: 2 });
      await harness.untilStatus(machine, 'Running');
      const running = await harness.instanceOf(machine);
      const [pod] = await harness.podsOf(machine);
      expect(pod).toMatchObject({
        metadata: {
          name: expect.stringMatching(/^virt-launcher-gpu-vm-[a-z0-9]{5}$/),
          labels: {
            machine: 'gpu-vm',
            'kubevirt.io': 'virt-launcher',
            'vmi.kubevirt.io/id': 'gpu-vm',
            'kubevirt.io/created-by': running?.metadata.uid,
          },
        },
        spec: { nodeName: 'gpu-node', containers: [{ resources: { limits: { [a100]: '2' } } }] },
      });
      expect(running?.status).toMatchObject({
        nodeName: 'gpu-node',
        interfaces: [{ ipAddress: pod?.status?.podIP, mac: '02:00:00:00:00:01' }],
        phaseTransitionTimestamps: [
          { phase: 'Pending' },
          { phase: 'Scheduling' },
          { phase: 'Scheduled' },
          { phase: 'Running' },
        ],
      });
      const resources = ['0000:17:00.0', '0000:1a:00.0'].map((resourceID) => ({
        resourceID,
        health: 'Healthy',
      }));
      await eventually(async () => {
        const [told] = await harness.podsOf(machine);
        expect(told?.status?.containerStatuses).toMatchObject([
          { ready: true, allocatedResourcesStatus: [{ name: a100, resources }] },
        ]);
      });
      await cluster.resource(virtualMachines).delete(machine.metadata);
    },
    timeout,
  );

  it(
    "refuses a machine for which no node has free GPUs, with the scheduler's message",
    async () => {
      const first = await harness.create('first', { gpus: 6 });
      await harness.untilStatus(first, 'Running');
      const second = await harness.create('second', { gpus: 6 });
      await harness.untilStatus(second, 'ErrorUnschedulable');
      const { status } = await cluster.resource(virtualMachines).get(second.metadata);
      expect(status?.conditions).toContainEqual(
        expect.objectContaining({
          type: 'PodScheduled',
          reason: 'Unschedulable',
          message: expect.stringContaining(`Insufficient ${a100}`),
        }),
      );
      await cluster.resource(virtualMachines).delete(first.metadata);
      await harness.untilStatus(second, 'Running');
      await cluster.resource(virtualMachines).delete(second.metadata);
    },
    timeout,
  );

  it(
    'refuses a GPU that the KubeVirt object does not permit',
    async () => {
      const namespace = await harness.controlPlane.uniqueNamespace();
      const wanted = virtualMachine('unknown-gpu', { namespace });
      wanted.spec.template.spec!.domain.devices.gpus = [{ name: 'gpu', deviceName: 'nvidia.com/UNKNOWN' }];
      const machine = await cluster.resource(virtualMachines).create(wanted);
      await eventually(async () =>
        expect((await harness.instanceOf(machine))?.status?.conditions).toContainEqual(
          expect.objectContaining({
            type: 'Synchronized',
            status: 'False',
            message: 'GPU nvidia.com/UNKNOWN is not permitted in permittedHostDevices configuration',
          }),
        ),
      );
      expect(await harness.podsOf(machine)).toEqual([]);
    },
    timeout,
  );

  it(
    'reports a pod as ready again, like a kubelet, after kube-controller-manager marked it not ready',
    async () => {
      const machine = await harness.create('ready-again');
      await harness.untilStatus(machine, 'Running');
      const [pod] = await harness.podsOf(machine);
      const conditions = pod!.status!.conditions!;
      const taken = conditions.map((one) => (one.type === 'Ready' ? { ...one, status: 'False' } : one));
      const change = { status: { conditions: taken } };
      await cluster.resource(pods).mergePatch(pod!.metadata, change, { subresource: 'status' });
      await eventually(async () => {
        const [again] = await harness.podsOf(machine);
        const statuses = again?.status?.conditions?.map(({ type, status }) => `${type} ${status}`);
        expect(statuses?.sort()).toEqual(conditions.map(({ type }) => `${type} True`).sort());
      });
      await cluster.resource(virtualMachines).delete(machine.metadata);
    },
    timeout,
  );

  it(
    'stops a halted machine with its pod, and starts it again',
    async () => {
      const machine = await harness.create('stop-start');
      await harness.untilStatus(machine, 'Running');
      const before = await harness.instanceOf(machine);
      await setRunStrategy(machine, 'Halted');
      await harness.untilOff(machine);
      expect(await harness.podsOf(machine)).toEqual([]);
      await setRunStrategy(machine, 'RerunOnFailure');
      await harness.untilStatus(machine, 'Running');
      expect((await harness.instanceOf(machine))?.metadata.uid).not.toBe(before?.metadata.uid);
    },
    timeout,
  );

  it(
    'leaves a machine off after its guest powered off',
    async () => {
      const machine = await harness.create('power-off');
      await harness.untilStatus(machine, 'Running');
      await annotateInstance(machine, { [guestAnnotation]: 'PowerOff' });
      await harness.untilOff(machine);
      expect(await harness.podsOf(machine)).toEqual([]);
    },
    timeout,
  );

  it(
    'restarts a machine after its guest crashed',
    async () => {
      const machine = await harness.create('crash');
      await harness.untilStatus(machine, 'Running');
      const before = await harness.instanceOf(machine);
      await annotateInstance(machine, { [guestAnnotation]: 'Crash' });
      await eventually(async () => {
        const after = await harness.instanceOf(machine);
        expect(after?.metadata.uid).not.toBe(before?.metadata.uid);
        expect(after?.status?.phase).toBe('Running');
      });
    },
    timeout,
  );

  it(
    'cleans up after a deleted machine',
    async () => {
      const images = await harness.controlPlane.uniqueNamespace();
      await harness.createImage(images);
      const machine = await harness.create('deleted', { dataSource: { namespace: images, name: 'ubuntu' } });
      await harness.untilStatus(machine, 'Running');
      await cluster.resource(virtualMachines).delete(machine.metadata);
      await eventually(async () => {
        expect(await cluster.resource(virtualMachines).find(machine.metadata)).toBeUndefined();
        expect(await harness.podsOf(machine)).toEqual([]);
        const { namespace } = machine.metadata;
        expect((await cluster.resource(dataVolumes).list({ namespace })).items).toEqual([]);
      });
      expect(await harness.instanceOf(machine)).toBeUndefined();
    },
    timeout,
  );

  it(
    'logs the console of a guest that checks its GPU, even after it ends',
    async () => {
      const namespace = await harness.controlPlane.uniqueNamespace();
      const { spec } = virtualMachine('check', { gpus: 1 }).spec.template;
      const { domain, ...rest } = spec!;
      const devices = { ...domain.devices, logSerialConsole: true };
      const labels = { 'gpulease.dev/check': 'gpu-node' };
      const check = await cluster.resource(virtualMachineInstances).create({
        metadata: { name: 'check', namespace, labels },
        spec: { ...rest, domain: { ...domain, devices } },
      });
      const podOf = async () => (await cluster.resource(pods).list({ namespace })).items[0]!;
      const log = async (tailLines: number, container = 'guest-console-log') =>
        cluster.readLog((await podOf()).metadata, { container, tailLines, limitBytes: 4096 });
      await eventually(async () =>
        expect(await log(1)).toMatch(
          /gpulease-check: {"uuid":"GPU-[-0-9a-f]{36}","serial":"1320\d{9}"}\r\n$/,
        ),
      );
      expect((await log(9)).split('\r\n').length).toBeGreaterThan((await log(1)).split('\r\n').length);
      await expect(log(9, 'other')).rejects.toMatchObject({ code: 400 });
      expect(await kubeletRefuses()).toBe(401);

      const [identity] = /"uuid":.*"/.exec(await log(1)) ?? [];
      const [status] = (await podOf()).status?.containerStatuses ?? [];
      await setBrokenGpus(status?.allocatedResourcesStatus?.[0]?.resources?.[0]?.resourceID ?? '');
      await eventually(async () => expect((await podOf()).status?.phase).toBe('Succeeded'));
      expect(await log(9)).toContain(identity);
      expect(await log(9)).toContain('ECC errors');
      await setBrokenGpus(null);
      await cluster.resource(virtualMachineInstances).delete(check.metadata);
      await eventually(async () =>
        expect((await cluster.resource(pods).list({ namespace })).items).toEqual([]),
      );
    },
    timeout,
  );

  it(
    'delays a machine until its image is imported and cloned',
    async () => {
      const images = await harness.controlPlane.uniqueNamespace();
      const machine = await harness.create('waits', { dataSource: { namespace: images, name: 'ubuntu' } });
      await harness.untilStatus(machine, 'Provisioning');
      expect(await harness.instanceOf(machine)).toBeUndefined();
      await harness.createImage(images);
      await harness.untilStatus(machine, 'Running');
    },
    timeout,
  );

  it(
    'simulates the faults that a namespace requests until it withdraws them',
    async () => {
      const images = await harness.controlPlane.uniqueNamespace();
      await harness.createImage(images);
      const namespace = await harness.controlPlane.uniqueNamespace();
      const setFaults = (faults: string | null) =>
        cluster
          .resource(namespaces)
          .mergePatch({ name: namespace }, { metadata: { annotations: { [faultsAnnotation]: faults } } });
      await setFaults('ImportFailure');
      const dataSource = { namespace: images, name: 'ubuntu' };
      const machine = await cluster
        .resource(virtualMachines)
        .create(virtualMachine('faulty', { namespace, dataSource }));
      await harness.untilStatus(machine, 'DataVolumeError');
      await setFaults('Unschedulable');
      await harness.untilStatus(machine, 'ErrorUnschedulable');
      await setFaults('ImagePullError');
      await harness.untilStatus(machine, 'CrashLoopBackOff');
      await cluster.resource(virtualMachines).delete(machine.metadata);
      const another = await cluster
        .resource(virtualMachines)
        .create(virtualMachine('another', { namespace }));
      await harness.untilStatus(another, 'ErrImagePull');
      await setFaults('StuckTerminating');
      await harness.untilStatus(another, 'Running');
      await cluster.resource(virtualMachines).delete(another.metadata);
      await harness.untilStatus(another, 'Terminating');
      await setFaults(null);
      await eventually(async () =>
        expect(await cluster.resource(virtualMachines).find(another.metadata)).toBeUndefined(),
      );
    },
    timeout,
  );

  it(
    'resumes after it was killed',
    async () => {
      const machines = await Promise.all(['a', 'b', 'c'].map((name) => harness.create(name)));
      await harness.simulator.stop('SIGKILL');
      await setRunStrategy(machines[0]!, 'Halted');
      harness.simulator.start();
      await harness.untilStatus(machines[0]!, 'Stopped');
      await harness.untilStatus(machines[1]!, 'Running');
      await harness.untilStatus(machines[2]!, 'Running');
      for (const machine of machines) expect((await harness.podsOf(machine)).length).toBeLessThanOrEqual(1);
    },
    timeout,
  );

  const node = { name: 'gpu-node' };

  function setBrokenGpus(broken: string | null) {
    const annotations = { 'simulation.gpulease.dev/broken-gpus': broken };
    return cluster.resource(nodes).mergePatch(node, { metadata: { annotations } });
  }

  /** Returns the kubelet's response status for a client other than the API server. */
  async function kubeletRefuses(): Promise<number | undefined> {
    const { status } = await cluster.resource(nodes).get(node);
    const port = status?.daemonEndpoints?.kubeletEndpoint?.Port;
    const options = { host: '127.0.0.1', port, path: '/containerLogs/a/b/c', rejectUnauthorized: false };
    const [response] = (await once(get(options), 'response')) as [IncomingMessage];
    response.resume();
    return response.statusCode;
  }

  function annotateInstance({ metadata }: VirtualMachine, annotations: Record<string, string>) {
    return cluster.resource(virtualMachineInstances).mergePatch(metadata, { metadata: { annotations } });
  }
});
