import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { vmImages } from '@gpulease/crds';
import { networkPolicies, secrets, services, type RequestReport } from '@gpulease/kube';
import { virtualMachineInstances, virtualMachines } from '@gpulease/kube/kubevirt';
import { eventually } from '@gpulease/kube/testing';
import { DEVICE } from '../../testing/catalogue.ts';
import { Harness, NAMESPACE, machineRef } from '../../testing/harness.ts';
import { PassingClock } from '../../testing/passing-clock.ts';

const TIMEOUT = 600_000;
/** Resources that the operator writes besides workloads and their objects, such as counts in the catalogue. */
const OTHERS =
  /^(leases|events|nodes|(regions|computenodes|gpus|skus|vmimages|pricingpolicies|tenants)(\/status)?)$/;

describe('the machine of a workload', () => {
  let harness: Harness;
  const clock = new PassingClock();
  let writes: RequestReport[] = [];
  beforeAll(async () => {
    harness = await Harness.start();
    harness.startOperator(
      (report) => {
        const isWrite = ['create', 'patch', 'delete'].includes(report.verb);
        if (isWrite && !OTHERS.test(report.resource)) writes.push(report);
      },
      { clock },
    );
  }, TIMEOUT);
  afterAll(() => harness.stop(), TIMEOUT);
  beforeEach(() => {
    writes = [];
  });

  const vms = () => harness.cluster.resource(virtualMachines);

  it(
    'waits for missing user data without holding a place, and starts once it exists',
    async () => {
      const workload = await harness.ordered({ userDataSecret: 'my-data' });
      const waiting = await harness.untilSays(workload, { phase: 'Pending', reason: 'UserDataMissing' });
      expect(waiting.status?.message).toContain('no Secret my-data');
      expect(waiting.status?.placed).toBeUndefined();
      const client = harness.cluster.resource(secrets);
      await client.create({
        metadata: { name: 'my-data', namespace: NAMESPACE },
        stringData: { userData: '#cloud-config\n' },
      });
      clock.pass(30_000);
      const running = await harness.untilSays(workload, { phase: 'Running' });
      const { spec } = await vms().get(machineRef(running));
      expect(spec.template.spec?.volumes?.[1]?.cloudInitNoCloud).toEqual({ secretRef: { name: 'my-data' } });
      // There are no keys, so we create no Secret.
      expect(await client.find(machineRef(running))).toBeUndefined();

      await client.delete({ namespace: NAMESPACE, name: 'my-data' });
      await harness.change(workload, { powerState: 'Stopped' });
      await harness.until(workload, 'Stopped');
      await harness.change(workload, { powerState: 'Running' });
      const again = await harness.untilSays(workload, { phase: 'Running' });
      const restarted = await vms().get(machineRef(again));
      expect(restarted.spec.template.spec?.volumes?.[1]?.cloudInitNoCloud).toEqual({
        secretRef: { name: restarted.metadata.name },
      });
      await harness.destroy(workload);
    },
    TIMEOUT,
  );

  it(
    'waits for a GPU that KubeVirt does not permit, and starts once it does',
    async () => {
      const permit = (pciHostDevices: object[]) =>
        harness.configureKubeVirt({ permittedHostDevices: { pciHostDevices } });
      await permit([]);
      await harness.controlPlane.kubectl([
        'wait',
        '--for=condition=Permitted=False',
        'gpu/a100',
        '--timeout=170s',
      ]);
      const workload = await harness.ordered();
      await harness.untilSays(workload, { phase: 'Pending', reason: 'GPUNotPermitted' });
      await permit([
        { pciVendorSelector: '10DE:20B5', resourceName: DEVICE, externalResourceProvider: true },
      ]);
      await harness.untilSays(workload, { phase: 'Running' });
      await harness.destroy(workload);
    },
    TIMEOUT,
  );

  it(
    'is reached by Remote Desktop if it runs Windows, and has no Secret',
    async () => {
      await harness.cluster.resource(vmImages).create({
        metadata: { name: 'windows' },
        spec: {
          description: 'Windows Server.',
          osType: 'Windows',
          version: 'Windows Server 2022',
          size: '40Gi',
          architecture: 'amd64',
          state: 'Enabled',
          defaultUser: 'Administrator',
          source: { registry: { url: 'docker://registry.example/windows:2022' } },
        },
      });
      const workload = await harness.ordered({ image: 'windows' });
      const running = await harness.untilSays(workload, { phase: 'Running' });
      const { status } = running;
      expect(status).toMatchObject({
        sshUser: 'Administrator',
        endpoints: [{ protocol: 'TCP', address: '127.0.0.1', targetPort: 3389 }],
      });
      expect(status?.sshPort).toBeUndefined();
      const child = machineRef(running);
      const policy = await harness.cluster.resource(networkPolicies).get(child);
      expect(policy.spec?.ingress?.[0]?.ports).toEqual([{ protocol: 'TCP', port: 3389 }]);
      expect(await harness.cluster.resource(secrets).find(child)).toBeUndefined();
      await harness.destroy(workload);
    },
    TIMEOUT,
  );

  it(
    "is left alone while nothing happens, KubeVirt's own fields included",
    async () => {
      const workload = await harness.running();
      const child = machineRef(workload);
      await harness.untilSays(workload, { conditions: expect.arrayContaining([ready]) });
      // A repaired change proves that all earlier events were handled and all writes answered.
      const heal = async (): Promise<void> => {
        await harness.cluster
          .resource(services)
          .mergePatch(child, { spec: { selector: { app: 'another' } } });
        await eventually(() => expect(writes.map(({ resource }) => resource)).toContain('services'));
      };
      writes = [];
      await heal();
      writes = [];
      const { metadata } = await vms().mergePatch(child, kubeVirtsOwn);
      clock.pass(60_000);
      await heal();
      expect(writes.map(({ resource }) => resource)).toEqual(['services']);
      expect((await vms().get(child)).metadata.generation).toBe(metadata.generation);
      await harness.destroy(workload);
    },
    TIMEOUT,
  );

  it(
    'loses foreign fields at its next start',
    async () => {
      const workload = await harness.running();
      const child = machineRef(workload);
      await vms().mergePatch(child, {
        spec: {
          template: {
            metadata: { annotations: { 'hooks.kubevirt.io/hookSidecars': '[]' } },
            spec: { nodeSelector: { evil: '1' }, domain: { cpu: { realtime: {} } } },
          },
        },
      });
      await vms().mergePatch(child, kubeVirtsOwn);
      await harness.change(workload, { powerState: 'Stopped' });
      await harness.until(workload, 'Stopped');
      await harness.change(workload, { powerState: 'Running' });
      await harness.until(workload, 'Running');
      const { metadata, spec } = (await vms().get(child)).spec.template;
      expect(metadata).not.toHaveProperty(['annotations', 'hooks.kubevirt.io/hookSidecars']);
      const { nodeSelector, domain } = spec ?? {};
      expect(nodeSelector).toBeUndefined();
      expect(domain?.cpu).not.toHaveProperty('realtime');
      expect(domain).toMatchObject({ firmware: { serial: 'a-serial' }, machine: { type: 'q35' } });
      await harness.destroy(workload);
    },
    TIMEOUT,
  );

  it(
    'is corrected after a manual change or power-off',
    async () => {
      const workload = await harness.running();
      const child = machineRef(workload);
      const before = await vms().get(child);
      await vms().mergePatch(child, {
        spec: { template: { spec: { domain: { devices: { gpus: null }, memory: { guest: '1Gi' } } } } },
      });
      await eventually(async () => expect((await vms().get(child)).spec).toEqual(before.spec));

      await vms().mergePatch(child, { spec: { runStrategy: 'Halted' } });
      await eventually(async () => {
        const { status } = await harness.get(workload);
        expect(status).toMatchObject({ phase: 'Running', reason: 'Running' });
        expect(status?.runs).toHaveLength(2);
      });
      expect((await vms().get(child)).spec.runStrategy).toBe('RerunOnFailure');
      await harness.destroy(workload);
    },
    TIMEOUT,
  );

  it(
    'loses a device that was added manually',
    async () => {
      const workload = await harness.running();
      const child = machineRef(workload);
      const devices = { hostDevices: [{ name: 'gift', deviceName: DEVICE }] };
      await vms().mergePatch(child, { spec: { template: { spec: { domain: { devices } } } } });
      await eventually(async () => {
        const { spec } = await vms().get(child);
        expect(spec.template.spec?.domain.devices.hostDevices ?? []).toEqual([]);
      });
      await harness.destroy(workload);
    },
    TIMEOUT,
  );

  it(
    'stays off if it is switched on manually after its owner stopped it',
    async () => {
      const workload = await harness.running();
      const child = machineRef(workload);
      await harness.change(workload, { powerState: 'Stopped' });
      await harness.until(workload, 'Stopped');
      const path = `/apis/subresources.kubevirt.io/v1/namespaces/${NAMESPACE}/virtualmachines/${child.name}/start`;
      await eventually(() => harness.cluster.request({ method: 'PUT', path }));
      await eventually(async () => {
        expect((await vms().get(child)).spec.runStrategy).toBe('Halted');
        expect(await harness.cluster.resource(virtualMachineInstances).find(child)).toBeUndefined();
      });
      expect((await harness.get(workload)).status?.phase).toBe('Stopped');
      await harness.destroy(workload);
    },
    TIMEOUT,
  );
});

const ready: unknown = expect.objectContaining({ type: 'Ready', status: 'True' });

/** What KubeVirt's webhooks and controllers write into a VirtualMachine's spec. */
const kubeVirtsOwn = {
  spec: {
    template: {
      metadata: { annotations: { 'kubevirt.io/pci-topology-version': 'v3' } },
      spec: {
        domain: {
          firmware: { uuid: '5d307ca9-b3ef-428c-8861-06e72d69f223', serial: 'a-serial' },
          machine: { type: 'q35' },
          devices: { autoattachMemBalloon: true },
        },
      },
    },
  },
};
