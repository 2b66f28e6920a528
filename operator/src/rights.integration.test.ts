import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { computeNodes, regions, SYSTEM_NAMESPACE, serviceAccounts, skus, vmImages } from '@gpulease/crds';
import { namespaces, nodes, persistentVolumeClaims, pods, roleBindings, secrets } from '@gpulease/kube';
import { virtualMachineInstances } from '@gpulease/kube/kubevirt';
import { eventually } from '@gpulease/kube/testing';
import { parseAllDocuments } from 'yaml';
import { Harness, NAMESPACE, machineRef } from './testing/harness.ts';
import { PassingClock } from './testing/passing-clock.ts';

const TIMEOUT = 600_000;
/** The guest's 30 seconds plus the minute that KubeVirt and the kubelet have. */
const GRACE_MS = 90_000;
const rendered = join(import.meta.dirname, '../../charts/rendered/local.yaml');

/** Returns the chart without the policies that prevent an administrator from acting as billing. */
function chart(): string {
  const items = parseAllDocuments(readFileSync(rendered, 'utf8'))
    .map((document) => document.toJS() as { metadata: { name: string } } | null)
    .filter(
      (object) =>
        object !== null && !/^gpulease-workload-(status-writers|finalizers)$/.test(object.metadata.name),
    );
  return JSON.stringify({ apiVersion: 'v1', kind: 'List', items });
}

describe("the operator with the chart's own rights and policies", () => {
  let harness: Harness;
  const clock = new PassingClock();
  /** The operator's requests that the API server has forbidden. */
  const forbidden: string[] = [];

  beforeAll(async () => {
    harness = await Harness.start();
    await harness.controlPlane.kubectl(
      ['apply', '--server-side', '--force-conflicts', '--filename=-'],
      chart(),
    );
    await harness.cluster.resource(skus).mergePatch({ name: 'a100-1' }, { spec: { disk: '200Gi' } });
    const kubeconfig = await harness.controlPlane.serviceAccountKubeconfig(
      SYSTEM_NAMESPACE,
      serviceAccounts.operator,
    );
    harness.startOperator(
      ({ verb, resource, code }) => {
        if (code === 403) forbidden.push(`${verb} ${resource}`);
      },
      { kubeconfig, clock, spotNoticeMs: 1000 },
    );
  }, TIMEOUT);
  afterAll(() => harness.stop(), TIMEOUT);

  /** Runs kubectl as an administrator who may do everything in an emergency. */
  const asAdmin = (...command: string[]) =>
    harness.controlPlane.kubectl([
      ...command,
      '--as=ops',
      '--as-group=gpulease:admins',
      '--as-group=system:masters',
    ]);
  const setFault = ({ name }: { name: string }, change: string) =>
    asAdmin(
      ...['annotate', 'virtualmachines.kubevirt.io', name, `--namespace=${NAMESPACE}`],
      `simulation.gpulease.dev/faults${change}`,
    );

  it(
    'creates, restarts, stops, starts and destroys a machine with every option, and checks the GPUs afterwards',
    async () => {
      await harness.untilTenantIsReady();
      const userData = {
        metadata: { namespace: NAMESPACE, name: 'setup' },
        data: { userdata: 'I2Nsb3VkLWNvbmZpZwo=' },
      };
      await harness.cluster.resource(secrets).create(userData);
      const machine = await harness.running({
        ssh: {
          authorizedKeys: [
            'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGm2nR3r0nJ0bVf0fH4mP0a3Jd0G0m0Y7cS1wE0xZ0Q2 mei',
          ],
        },
        rootDiskSize: '50Gi',
        ports: [{ name: 'web', protocol: 'TCP', port: 80, targetPort: 8080 }],
        http: { host: 'mei.east.example', targetPort: 8080 },
        userDataSecret: 'setup',
      });
      await harness.change(machine, { http: null, rootDiskSize: '100Gi' });
      const claim = { namespace: NAMESPACE, name: `${machine.status?.virtualMachine ?? ''}-root` };
      await eventually(async () => {
        const { spec } = await harness.cluster.resource(persistentVolumeClaims).get(claim);
        expect(spec?.resources?.requests?.storage).toBe('100Gi');
      });
      await harness.change(machine, { restartedAt: new Date().toISOString() });
      await eventually(async () => expect((await harness.get(machine)).status?.runs).toHaveLength(2));
      await harness.until(machine, 'Running');
      await harness.change(machine, { powerState: 'Stopped' });
      await harness.until(machine, 'Stopped');
      await harness.change(machine, { powerState: 'Running' });
      await harness.until(machine, 'Running');
      const gpuCheck = { policy: 'AfterEachCustomer', image: 'registry.example/gpu-check:1' };
      await harness.cluster.resource(regions).mergePatch({ name: 'east' }, { spec: { gpuCheck } });
      await harness.destroy(machine);
      await eventually(async () => {
        const { status } = await harness.cluster.resource(computeNodes).get({ name: 'gpu-1' });
        expect(status?.gpuCheck).toMatchObject({ passed: 4, failed: 0 });
        expect(status?.devices).toContainEqual(
          expect.objectContaining({ uuid: expect.stringMatching(/^GPU-[-0-9a-f]{36}$/) }),
        );
      });
      await harness.cluster.resource(regions).mergePatch({ name: 'east' }, { spec: { gpuCheck: null } });
      expect(forbidden).toEqual([]);
    },
    TIMEOUT,
  );

  it(
    "powers off a machine that does not stop, with a right that it binds to itself in the tenant's namespace only then",
    async () => {
      const workload = await harness.running();
      const ref = machineRef(workload);
      const instances = harness.cluster.resource(virtualMachineInstances);
      const binding = { namespace: NAMESPACE, name: 'gpulease-stop-machines' };
      await setFault(ref, '=StuckTerminating');
      await harness.change(workload, { powerState: 'Stopped' });
      await eventually(async () =>
        expect((await instances.get(ref)).metadata.deletionTimestamp).toBeDefined(),
      );
      expect(await harness.cluster.resource(roleBindings).find(binding)).toBeUndefined();
      clock.pass(GRACE_MS);
      await eventually(async () =>
        expect((await instances.get(ref)).spec.terminationGracePeriodSeconds).toBe(0),
      );
      expect(await harness.cluster.resource(roleBindings).get(binding)).toMatchObject({
        subjects: [{ kind: 'ServiceAccount', namespace: SYSTEM_NAMESPACE, name: serviceAccounts.operator }],
      });
      await setFault(ref, '-');
      await harness.until(workload, 'Stopped');
      await harness.destroy(workload);
      expect(new Set(forbidden.splice(0))).toEqual(new Set(['put raw']));
    },
    TIMEOUT,
  );

  it(
    'cancels the evacuation of a machine after a single eviction, with the same right',
    async () => {
      const workload = await harness.running();
      const ref = machineRef(workload);
      const instances = harness.cluster.resource(virtualMachineInstances);
      const {
        items: [pod],
      } = await harness.cluster
        .resource(pods)
        .list({ namespace: NAMESPACE, labelSelector: 'kubevirt.io=virt-launcher' });
      const { name = '' } = pod?.metadata ?? {};
      await expect(
        harness.cluster.request({
          method: 'POST',
          path: `/api/v1/namespaces/${NAMESPACE}/pods/${name}/eviction`,
          body: { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { namespace: NAMESPACE, name } },
        }),
      ).rejects.toMatchObject({ code: 429 });
      await eventually(async () =>
        expect((await instances.get(ref)).status?.evacuationNodeName).toBeUndefined(),
      );
      expect((await harness.get(workload)).status?.phase).toBe('Running');
      await harness.destroy(workload);
      forbidden.splice(0);
    },
    TIMEOUT,
  );

  it(
    'cordons a node, deletes images, and restores the labels of a namespace',
    async () => {
      await harness.setNodeState('gpu-1', 'Maintenance', { reason: 'A new fan.', noticeSeconds: 0 });
      await eventually(async () =>
        expect((await harness.cluster.resource(nodes).get({ name: 'gpu-1' })).spec?.unschedulable).toBe(true),
      );
      await harness.setNodeState('gpu-1', 'Active');
      const images = harness.cluster.resource(vmImages);
      await eventually(() => images.delete({ name: 'ubuntu' }));
      await eventually(async () => expect(await images.find({ name: 'ubuntu' })).toBeUndefined());
      const client = harness.cluster.resource(namespaces);
      await asAdmin('label', 'namespace', NAMESPACE, 'gpulease.dev/tenant-', 'team=vision');
      await eventually(async () =>
        expect((await client.get({ name: NAMESPACE })).metadata.labels).toMatchObject({
          'gpulease.dev/tenant': 'mei',
          team: 'vision',
        }),
      );
      expect(forbidden).toEqual([]);
    },
    TIMEOUT,
  );
});
