import { pods } from '@gpulease/kube';
import { runController, watching } from '../run-controller.ts';
import type { World } from '../world.ts';
import { playedByKwok } from './silence.ts';
import { lacksDevices, takenBy, withDevices } from './devices.ts';

/** Plays the kubelets' device managers, which choose the GPUs of each pod and tell which they are. */
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

/** The pods are read anew, so that none gets what another has just got. */
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
