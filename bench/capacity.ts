import { computeNodes, gpus, type GPU } from '@gpulease/crds';
import { isConditionTrue, nodes, type Cluster, type Node } from '@gpulease/kube';
import { setTimeout as delay } from 'node:timers/promises';
import { fakeNode } from '../local/src/demo/fake-nodes.ts';

/** Terms of every order: one GPU of the cheapest model. */
export const ordered = {
  sku: 'rtx-4090-1',
  region: 'cn-north-1',
  pricing: 'rtx-4090-1-hour',
  image: 'ubuntu-24.04',
};

export const gpusPerHost = 64;
const pollMs = 200;

/** Adds hosts for `machines` machines of one GPU, so that no workload waits for capacity. */
export async function addCapacity(cluster: Cluster, machines: number, prefix = 'bench'): Promise<void> {
  const { items } = await cluster.resource(gpus).list();
  const hosts = Math.ceil(machines / gpusPerHost);
  for (let index = 1; index <= hosts; index += 1)
    await addHost(cluster, { name: `${prefix}-${index}`, skus: [ordered.sku] }, items);
  await untilNodesAreReady(cluster);
}

export async function untilNodesAreReady(cluster: Cluster): Promise<void> {
  while (!(await areReady(cluster))) await delay(pollMs);
}

/** Adds a host that offers these SKUs. */
export async function addHost(
  cluster: Cluster,
  { name, skus }: { name: string; skus: string[] },
  models: readonly GPU[],
): Promise<void> {
  const resources = { cpu: 900, storage: '100Ti', gpus: { model: 'rtx-4090', count: gpusPerHost } };
  // KubeVirt's memory overhead is additional to the memory sold.
  const declared = { metadata: { name }, spec: { resources: { ...resources, memory: '3800Gi' } } };
  const { status, ...node } = fakeNode(declared, models) as Node;
  await cluster.resource(nodes).create(node);
  await cluster.resource(nodes).mergePatch({ name }, { status }, { subresource: 'status' });
  const spec = {
    description: 'Only for measuring.',
    region: ordered.region,
    resources: { ...resources, memory: '3600Gi' },
    skus,
  };
  await cluster.resource(computeNodes).apply({ metadata: { name }, spec }, { fieldManager: 'bench' });
}

async function areReady(cluster: Cluster): Promise<boolean> {
  const { items } = await cluster.resource(computeNodes).list();
  return items.every(({ status }) => isConditionTrue(status?.conditions, 'Ready'));
}
