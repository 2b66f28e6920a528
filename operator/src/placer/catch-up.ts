import { workloads, type Workload } from '@gpulease/crds';
import type { ResourceClient } from '@gpulease/kube';
import type { Operator } from '../operator.ts';

/**
 * Reads from the API server what every workload holds by now. The previous leader may have placed some of which the
 * watch has not told yet; without them their places would be given a second time.
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
