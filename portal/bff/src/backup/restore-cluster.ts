/** Makes GPULease's objects again in a cluster that has the chart. What is there already is left as it is. */
import {
  fieldManagers,
  labels,
  serviceAccounts,
  SYSTEM_NAMESPACE,
  tenantNamespace,
  tenants,
  workloads,
  type Tenant,
  type Workload,
} from '@gpulease/crds';
import {
  connect,
  controllerReference,
  isAlreadyExists,
  isDeleting,
  namespaces,
  objectKey,
  secrets,
  type ApiObject,
  type Cluster,
  type ResourceClient,
  type Secret,
} from '@gpulease/kube';
import { readPart } from './archive.ts';
import { catalogue } from './dump-cluster.ts';
import { isHalfMade, madeAgain, statusAgain, workloadAgain } from './made-again.ts';
import type { Backup } from './manifest.ts';

/** Said of each object: `made`, or `there` and untouched. */
type Tell = (outcome: 'made' | 'there', kind: string, name: string) => void;

/**
 * Workloads are made as the portal and their status is written as the operator, as the policies of the chart have it: who
 * runs this must be allowed to impersonate the two. May be repeated.
 */
export async function restoreCluster(backup: Backup, tell: Tell): Promise<void> {
  const [self, portal, operator] = [connectAs(), connectAs('bff'), connectAs('operator')];
  try {
    for (const kind of catalogue)
      for await (const object of objectsOf(backup, kind.plural))
        await make(self.resource<ApiObject>(kind), madeAgain(object), tell);
    for await (const tenant of objectsOf<Tenant>(backup, tenants.plural))
      await makeTenant(self, tenant, tell);
    for await (const secret of objectsOf<Secret>(backup, secrets.plural))
      await make(self.resource(secrets), madeAgain(secret), tell);
    for await (const workload of objectsOf<Workload>(backup, workloads.plural))
      await makeWorkload({ self, portal, operator }, workload, tell);
  } finally {
    await Promise.all([self.close(), portal.close(), operator.close()]);
  }
}

function connectAs(account?: keyof typeof serviceAccounts): Cluster {
  const as = account && `system:serviceaccount:${SYSTEM_NAMESPACE}:${serviceAccounts[account]}`;
  return connect({ userAgent: 'gpulease-backup', as });
}

/** The objects of a kind that were not being deleted. */
export async function* objectsOf<T extends ApiObject>(
  { archive, manifest }: Backup,
  wanted: string,
): AsyncGenerator<T> {
  const found = manifest.cluster?.kinds.find(({ plural }) => plural === wanted);
  if (!found) throw new Error(`The backup has no ${wanted}.`);
  for await (const lines of readPart(archive, found.part))
    yield* lines.map((line) => JSON.parse(line) as T).filter((object) => !isDeleting(object));
}

/** The object in the cluster; undefined where there was one already. */
async function make<T extends ApiObject>(
  client: ResourceClient<T>,
  object: T,
  tell: Tell,
): Promise<T | undefined> {
  const [kind, name] = [client.definition.kind, objectKey(object.metadata)];
  try {
    const made = await client.create(object);
    tell('made', kind, name);
    return made;
  } catch (error) {
    if (!isAlreadyExists(error))
      throw new Error(`${kind} ${name}: ${(error as Error).message}`, { cause: error });
    tell('there', kind, name);
    return undefined;
  }
}

/** With its namespace, which the operator goes on with: Workloads need it at once. */
async function makeTenant(self: Cluster, tenant: Tenant, tell: Tell): Promise<void> {
  const { name } = tenant.metadata;
  const made = await make(self.resource(tenants), madeAgain(tenant), tell);
  const owner = made ?? (await self.resource(tenants).get({ name }));
  const metadata = {
    name: tenantNamespace(name),
    labels: { [labels.tenant]: name },
    ownerReferences: [controllerReference(owner)],
  };
  await make(self.resource(namespaces), { apiVersion: 'v1', kind: 'Namespace', metadata }, tell);
}

type Connections = Readonly<Record<'self' | 'portal' | 'operator', Cluster>>;

/** The status comes last: by it a later run sees that nothing is missing. */
async function makeWorkload({ self, portal, operator }: Connections, workload: Workload, tell: Tell) {
  const again = workloadAgain(workload);
  const { name, namespace = '' } = again.metadata;
  const metadata = { name, namespace };
  const made = await make(portal.resource(workloads), again, tell);
  if (!made && !isHalfMade(await self.resource(workloads).get(metadata), workload)) return;
  const { freeze } = workload.spec;
  if (freeze) await self.resource(workloads).mergePatch(metadata, { spec: { freeze } });
  const status = statusAgain(workload);
  if (!status) return;
  const asOperator = { fieldManager: fieldManagers.operator, force: true };
  await operator.resource(workloads).applyStatus({ metadata, status }, asOperator);
}
