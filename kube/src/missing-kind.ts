import type { ResourceDefinition } from '@gpulease/crds';
import type { Cluster } from './cluster.ts';
import { customResourceDefinitions } from './core/definitions.ts';

/**
 * Whether the cluster has no CustomResourceDefinition of a kind. It is read from etcd, and the API server has to name it
 * as what it did not find: that the path of a kind is unknown says nothing while the API server is starting.
 * @throws ApiError when the API server does not say
 */
export async function isKindMissing(
  cluster: Cluster,
  { plural, group }: ResourceDefinition<unknown>,
): Promise<boolean> {
  const definition = await cluster.resource(customResourceDefinitions).find({ name: `${plural}.${group}` });
  return definition === undefined;
}
