import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { API_VERSION, workloads, type Workload, type WorkloadSpec } from '@gpulease/crds';
import { nodes } from '@gpulease/kube';
import { eventually } from '@gpulease/kube/testing';
import { coreNode } from '../testing/catalogue.ts';
import { Harness, NAMESPACE } from '../testing/harness.ts';

/** `make test-full` sets 300, as many as a pipeline has in one repository. */
const WORKLOADS = Number(process.env.GIT_OPS_WORKLOADS ?? 16);
const TIMEOUT = 900_000;
const PATIENCE_MS = TIMEOUT / 2;

const room = { cpu: 400, memory: '900Gi', storage: '40Ti' };
const allocatable = { cpu: '420', memory: '1000Gi', 'ephemeral-storage': '100Gi', pods: '400' };

/** Images of the orders. No node can run the second one until the arm64 node is added. */
const images = ['ubuntu', 'ubuntu-arm'];

function aResource(kind: string, name: string, spec: object): object {
  return { apiVersion: API_VERSION, kind, metadata: { name }, spec };
}

function aWorkload(name: string, image: string): object {
  const spec: Partial<WorkloadSpec> = {
    type: 'VirtualMachine',
    sku: 'small',
    image,
    rootDiskSize: '20Gi',
    region: 'east',
    pricing: { policy: 'hourly' },
  };
  return { apiVersion: API_VERSION, kind: 'Workload', metadata: { name, namespace: NAMESPACE }, spec };
}

const names = Array.from({ length: WORKLOADS }, (_, index) => `bulk-${index}`);
const orders = names.map((name, index) => aWorkload(name, images[index % images.length]!));
const sku = aResource('SKU', 'small', {
  displayName: 'Small',
  cpu: 1,
  memory: '1Gi',
  disk: '20Gi',
  pricing: ['hourly'],
});

describe('Workloads applied in bulk', () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await Harness.start();
    await harness.setQuota({ gpus: 0, workloads: WORKLOADS });
    harness.startOperator();
    await harness.untilTenantIsReady();
  }, TIMEOUT);
  afterAll(() => harness.stop(), TIMEOUT);

  const apply = (...items: object[]): Promise<string> =>
    harness.controlPlane.kubectl(
      ['apply', '--server-side', '--filename=-'],
      JSON.stringify({ apiVersion: 'v1', kind: 'List', items }),
    );
  const present = async (): Promise<Workload[]> =>
    (await harness.cluster.resource(workloads).list({ namespace: NAMESPACE })).items;

  /** Counts the workloads by phase and reason. */
  async function counts(): Promise<Record<string, number>> {
    const told = (await present()).map(({ status }) => `${status?.phase ?? ''} ${status?.reason ?? ''}`);
    return Object.fromEntries([...Map.groupBy(told, (one) => one)].map(([one, all]) => [one, all.length]));
  }
  const until = (wanted: Record<string, number>): Promise<void> =>
    eventually(async () => expect(await counts()).toEqual(wanted), PATIENCE_MS);

  async function addNode(name: string, architecture: string): Promise<object> {
    const labels = { 'kubernetes.io/hostname': name, 'kubernetes.io/arch': architecture };
    await harness.cluster.resource(nodes).create({
      metadata: { name, labels, annotations: coreNode.metadata.annotations },
    });
    // KWOK writes the kubelet's status once; the patch must come after that.
    await harness.controlPlane.kubectl(['wait', '--for=condition=Ready', `node/${name}`, '--timeout=170s']);
    const status = { allocatable, capacity: allocatable, nodeInfo: { architecture } };
    await harness.cluster.resource(nodes).mergePatch({ name }, { status }, { subresource: 'status' });
    return aResource('ComputeNode', name, {
      description: 'For many small machines.',
      region: 'east',
      resources: room,
      skus: ['small'],
    });
  }

  it(
    'wait in Pending for missing objects and run once the rest of the repository is applied',
    async () => {
      const half = WORKLOADS / images.length;
      await apply(...orders, await addNode('amd-1', 'amd64'));
      for (const workload of await present()) await harness.accept(workload);
      await until({ 'Pending ReferenceMissing': WORKLOADS });
      const { metadata, spec } = JSON.parse(
        await harness.controlPlane.kubectl(['get', 'vmimage', 'ubuntu', '--output=json']),
      ) as { metadata: { name: string }; spec: object };
      await apply(sku, aResource('VMImage', `${metadata.name}-arm`, { ...spec, architecture: 'arm64' }));
      await until({ 'Running Running': half, 'Pending ArchitectureNotOffered': half });
      await apply(await addNode('arm-1', 'arm64'));
      await until({ 'Running Running': WORKLOADS });
      expect((await present()).map(({ metadata: { generation } }) => generation)).toEqual(names.map(() => 1));
    },
    TIMEOUT,
  );
});
