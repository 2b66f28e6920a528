/** Writes GPULease's custom resources, and the user data Secrets that Workloads reference. */
import {
  computeNodes,
  gpus,
  pricingPolicies,
  regions,
  skus,
  tenants,
  vmImages,
  workloads,
  type Workload,
} from '@gpulease/crds';
import { isForbidden, isNotFound, secrets, type ApiObject, type Cluster, type Secret } from '@gpulease/kube';
import { writePart, type Archive, type BackupPart } from './archive.ts';

export interface ClusterPart {
  readonly kinds: readonly { readonly plural: string; readonly part: BackupPart }[];
  /** `namespace/name` of user data that could not be read, and the reason. */
  readonly missing: readonly string[];
}

/** The kinds that all others reference; each references only earlier ones. */
export const catalogue = [regions, gpus, pricingPolicies, vmImages, skus, computeNodes];

export async function dumpCluster(cluster: Cluster, archive: Archive): Promise<ClusterPart> {
  const kinds: ClusterPart['kinds'][number][] = [];
  const write = async (plural: string, objects: readonly ApiObject[]) => {
    kinds.push({ plural, part: await writePart(archive, `cluster/${plural}`, linesOf(objects)) });
  };
  for (const kind of [...catalogue, tenants])
    await write(kind.plural, (await cluster.resource<ApiObject>(kind).list()).items);
  const { items } = await cluster.resource(workloads).list();
  const { found, missing } = await readUserData(cluster, items);
  await write(secrets.plural, found);
  await write(workloads.plural, items);
  return { kinds, missing };
}

/** Reads user data, without which restored machines would not start. Tolerates a lack of permission to read Secrets. */
async function readUserData(cluster: Cluster, items: readonly Workload[]) {
  const named = items.flatMap(({ metadata: { namespace = '' }, spec: { userDataSecret } }) =>
    userDataSecret === undefined ? [] : `${namespace}/${userDataSecret}`,
  );
  const found: Secret[] = [];
  const missing: string[] = [];
  for (const key of new Set(named)) {
    const [namespace = '', name = ''] = key.split('/');
    try {
      found.push(await cluster.resource(secrets).get({ namespace, name }));
    } catch (error) {
      if (!isNotFound(error) && !isForbidden(error)) throw error;
      missing.push(`${key} (${isForbidden(error) ? 'may not be read' : 'is not there'})`);
    }
  }
  return { found, missing };
}

function* linesOf(objects: readonly ApiObject[]): Iterable<readonly string[]> {
  yield objects.map(({ metadata: { managedFields: _, ...metadata }, ...object }) =>
    JSON.stringify({ ...object, metadata }),
  );
}
