import type { Node } from '@gpulease/contract/catalogue';
import { annotations, computeNodes, fieldManagers, wantsChecks } from '@gpulease/crds';
import type { Cluster } from '@gpulease/kube';
import type { Clock } from '../clock.ts';
import { ProductError } from '../http/product-error.ts';
import { toNode } from './admin-views.ts';
import type { Catalogue } from './catalogue.ts';

interface Asking extends Pick<Catalogue, 'regions'> {
  readonly cluster: Cluster;
  readonly clock: Clock;
}

/**
 * Asks the operator to check the free GPUs of a node. It is no change of the spec, so it also works where Git has that, and nobody
 * takes it for an answer to failed starts. Throws RESOURCE_NOT_FOUND, and GPUS_NOT_CHECKED where the region wants no checks.
 */
export async function askForGpuCheck({ cluster, clock, regions }: Asking, name: string): Promise<Node> {
  const client = cluster.resource(computeNodes);
  const { spec } = await client.get({ name });
  if (!wantsChecks(regions.store.get({ name: spec.region })?.spec.gpuCheck))
    throw new ProductError('REQUEST_FAILED', { reason: 'GPUS_NOT_CHECKED' });
  const asked = { [annotations.checkGpusAt]: clock.now().toISOString() };
  const options = { fieldManager: fieldManagers.portal };
  return toNode(await client.mergePatch({ name }, { metadata: { annotations: asked } }, options));
}
