import { nodes, type Node } from '@gpulease/kube';
import { machineTypeLabel, schedulableLabel } from '../instance/pod.ts';
import { runController, watching } from '../run-controller.ts';
import type { World } from '../world.ts';
import { playedByKwok, silenceChange } from './silence.ts';

/** Plays virt-handler's start on the simulated nodes: it marks them as able to run machines. Real nodes are left alone. */
export function runNodes(world: World): () => Promise<void> {
  return runController(world, {
    name: 'node',
    reconcile: async ({ name }) => {
      const node = world.nodes.store.get({ name });
      if (node !== undefined) await settleNode(world, node);
      return undefined;
    },
    sources: [watching(world.nodes)],
  });
}

async function settleNode({ cluster, clock }: World, node: Node): Promise<void> {
  const client = cluster.resource(nodes);
  const { annotations, labels } = node.metadata;
  const change = silenceChange(node, clock.now());
  if (change?.metadata !== undefined) await client.mergePatch(node.metadata, { metadata: change.metadata });
  if (change?.status !== undefined) {
    await client.mergePatch(node.metadata, { status: change.status }, { subresource: 'status' });
  }
  if (change !== undefined || annotations?.[playedByKwok] === undefined) return;
  const wanted = [schedulableLabel, machineTypeLabel(labels?.['kubernetes.io/arch'])];
  const missing = wanted.filter((label) => labels?.[label] === undefined);
  if (missing.length === 0) return;
  const added = Object.fromEntries(missing.map((label) => [label, 'true']));
  await client.mergePatch(node.metadata, { metadata: { labels: added } });
}
