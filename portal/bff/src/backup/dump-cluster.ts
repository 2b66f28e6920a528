/** Writes GPULease's custom resources, and the Secrets with user data that Workloads name. */
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
  /** By their plural names. */
  readonly kinds: readonly { readonly plural: string; readonly part: BackupPart }[];
  /** `namespace/name` of user data that could not be read, and why not. */
  readonly missing: readonly string[];
}

/** What everything else refers to; each refers to those before it at most. */
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

/** Without them new machines would not start. Whoever may read no Secrets backs up the rest. */
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
