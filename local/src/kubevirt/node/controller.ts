import { nodes } from '@gpulease/kube';
import { schedulableLabel } from '../instance/pod.ts';
import { runController, watching } from '../run-controller.ts';
import type { World } from '../world.ts';

/** KWOK plays the kubelets of the nodes that bear it. */
const playedByKwok = 'kwok.x-k8s.io/node';

/** Plays virt-handler's start on the simulated nodes: it marks them as able to run machines. Real nodes are left alone. */
export function runNodes(world: World): () => Promise<void> {
  return runController(world, {
    name: 'node',
    reconcile: async ({ name }) => {
      const node = world.nodes.store.get({ name });
      if (node?.metadata.annotations?.[playedByKwok] === undefined) return undefined;
      if (node.metadata.labels?.[schedulableLabel] !== undefined) return undefined;
      const labels = { [schedulableLabel]: 'true' };
      await world.cluster.resource(nodes).mergePatch({ name }, { metadata: { labels } });
      return undefined;
    },
    sources: [watching(world.nodes)],
  });
}
