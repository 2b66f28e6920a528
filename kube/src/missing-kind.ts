import type { ResourceDefinition } from '@gpulease/crds';
import type { Cluster } from './cluster.ts';
import { customResourceDefinitions } from './core/definitions.ts';

/**
 * Whether the cluster has no CustomResourceDefinition of a kind. It is read from etcd, and the NotFound must name it:
 * an unknown path proves nothing while the API server is starting.
 * @throws ApiError when the response is inconclusive
 */
export async function isKindMissing(
  cluster: Cluster,
  { plural, group }: ResourceDefinition<unknown>,
): Promise<boolean> {
  const definition = await cluster.resource(customResourceDefinitions).find({ name: `${plural}.${group}` });
  return definition === undefined;
}
