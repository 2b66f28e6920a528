import { workloads, type Workload } from '@gpulease/crds';
import type { ResourceClient } from '@gpulease/kube';
import type { Operator } from '../operator.ts';

/**
 * Reads from the API server what every workload holds. The previous leader may have placed workloads that the watch
 * has not delivered yet; without them their places would be assigned twice.
 */
export async function catchUp({ cluster, caches, placement }: Operator): Promise<void> {
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
