import type { Workload } from '@gpulease/crds';
import { isMissingObject, type ResourceClient } from '@gpulease/kube';

/**
 * The Workload as the API server has it; undefined only where that says that there is none of this name. Any other
 * NotFound, such as that of a server that does not serve the kind yet, is thrown.
 */
export async function findLive(
  client: ResourceClient<Workload>,
  { namespace, name }: { readonly namespace: string; readonly name: string },
): Promise<Workload | undefined> {
  try {
    return await client.get({ namespace, name });
  } catch (error) {
    if (isMissingObject(error, name)) return undefined;
    throw error;
  }
}
