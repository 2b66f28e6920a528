import { nodes, pods, type Node, type ResourceClient } from '@gpulease/kube';
import { machineTypeLabel, schedulableLabel } from '../instance/pod.ts';
import { runController, watching } from '../run-controller.ts';
import type { World } from '../world.ts';
import { lacksDevices, takenBy, withDevices } from './devices.ts';
import { playedByKwok, silenceChange } from './silence.ts';

/** Marks the simulated nodes as able to run machines, and publishes the port of their kubelets. */
export function runNodes(world: World, kubeletPort: number): () => Promise<void> {
  return runController(world, {
    name: 'node',
    reconcile: async ({ name }) => {
      const node = world.nodes.store.get({ name });
      if (node !== undefined) await settleNode(world, node, kubeletPort);
      return undefined;
    },
    sources: [watching(world.nodes)],
  });
}

async function settleNode({ cluster, clock }: World, node: Node, kubeletPort: number): Promise<void> {
  const client = cluster.resource(nodes);
  const change = silenceChange(node, clock.now());
  if (change?.metadata !== undefined) await client.mergePatch(node.metadata, { metadata: change.metadata });
  if (change?.status !== undefined) {
    await client.mergePatch(node.metadata, { status: change.status }, { subresource: 'status' });
  }
  if (change !== undefined || node.metadata.annotations?.[playedByKwok] === undefined) return;
  await nameKubelet(client, node, kubeletPort);
  await openNode(client, node);
}

/** Publishes the port of the node's kubelet to the API server. */
async function nameKubelet(client: ResourceClient<Node>, node: Node, port: number): Promise<void> {
  if (node.status?.daemonEndpoints?.kubeletEndpoint?.Port === port) return;
  const status = { daemonEndpoints: { kubeletEndpoint: { Port: port } } };
  await client.mergePatch(node.metadata, { status }, { subresource: 'status' });
}

async function openNode(client: ResourceClient<Node>, { metadata }: Node): Promise<void> {
  const wanted = [schedulableLabel, machineTypeLabel(metadata.labels?.['kubernetes.io/arch'])];
  const missing = wanted.filter((label) => metadata.labels?.[label] === undefined);
  if (missing.length === 0) return;
  const added = Object.fromEntries(missing.map((label) => [label, 'true']));
  await client.mergePatch(metadata, { metadata: { labels: added } });
}

/** Simulates the kubelets' device managers, which choose and report the GPUs of each pod. */
export function runDevicePlugins(world: World): () => Promise<void> {
  return runController(world, {
    name: 'device-plugin',
    reconcile: async ({ name }) => {
      await handOut(world, name);
      return undefined;
    },
    sources: [watching(world.pods, ({ spec }) => [spec?.nodeName])],
  });
}

/** Lists the pods from the API server, so that no GPU is assigned twice. */
async function handOut(world: World, name: string): Promise<void> {
  const node = world.nodes.store.get({ name });
  if (node?.metadata.annotations?.[playedByKwok] === undefined) return;
  if (!world.pods.store.byIndex('node', name).some(lacksDevices)) return;
  const client = world.cluster.resource(pods);
  const { items } = await client.list({ fieldSelector: `spec.nodeName=${name}` });
  for (const [index, pod] of items.entries()) {
    if (!lacksDevices(pod)) continue;
    const containerStatuses = withDevices(pod, node.status?.capacity ?? {}, takenBy(items));
    const { resourceVersion } = pod.metadata;
    const patch = { metadata: { resourceVersion }, status: { containerStatuses } };
    items[index] = await client.mergePatch(pod.metadata, patch, { subresource: 'status' });
  }
}
