import { workloads } from '@gpulease/crds';
import type { Workload } from '@gpulease/crds';
import type { Cluster, ResourceClient } from '@gpulease/kube';
import type { Caches } from '../caches/caches.ts';
import type { Placement } from './sync.ts';

interface Known {
  cluster: Cluster;
  caches: Caches;
  placement: Placement;
}

/**
 * Reads from the API server what every workload holds by now. The previous leader may have placed some of which the
 * watch has not told yet; without them their places would be given a second time.
 */
export async function catchUp({ cluster, caches, placement }: Known): Promise<void> {
  for await (const workload of everyWorkload(cluster.resource(workloads))) {
    placement.observe(caches.workloads.remember(workload));
  }
}

async function* everyWorkload(client: ResourceClient<Workload>): AsyncGenerator<Workload> {
  let page = await client.listPage();
  yield* page.items;
  while (page.continueToken !== undefined) {
    page = await client.listPage({}, page.continueToken);
    yield* page.items;
  }
}
