/** Restores GPULease's objects in a cluster with the chart installed. Existing objects are left unchanged. */
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
import { isPartlyRestored, restoredObject, restoredStatus, restoredWorkload } from './restored-object.ts';
import type { Backup } from './manifest.ts';

/** Called for each object: `created`, or `exists` if it existed. */
type Tell = (outcome: 'created' | 'exists', kind: string, name: string) => void;

/**
 * Restores all objects. Creates Workloads as the portal and writes their status as the operator, as the chart's policies
 * require: the caller must be allowed to impersonate both. Idempotent.
 */
export async function restoreCluster(backup: Backup, tell: Tell): Promise<void> {
  const [self, portal, operator] = [connectAs(), connectAs('bff'), connectAs('operator')];
  try {
    for (const kind of catalogue)
      for await (const object of objectsOf(backup, kind.plural))
        await make(self.resource<ApiObject>(kind), restoredObject(object), tell);
    for await (const tenant of objectsOf<Tenant>(backup, tenants.plural))
      await makeTenant(self, tenant, tell);
    for await (const secret of objectsOf<Secret>(backup, secrets.plural))
      await make(self.resource(secrets), restoredObject(secret), tell);
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

/** Yields the objects of a kind that were not being deleted. */
export async function* objectsOf<T extends ApiObject>(
  { archive, manifest }: Backup,
  wanted: string,
): AsyncGenerator<T> {
  const found = manifest.cluster?.kinds.find(({ plural }) => plural === wanted);
  if (!found) throw new Error(`The backup has no ${wanted}.`);
  for await (const lines of readPart(archive, found.part))
    yield* lines.map((line) => JSON.parse(line) as T).filter((object) => !isDeleting(object));
}

/** Creates an object and returns it; undefined if it already exists. */
async function make<T extends ApiObject>(
  client: ResourceClient<T>,
  object: T,
  tell: Tell,
): Promise<T | undefined> {
  const [kind, name] = [client.definition.kind, objectKey(object.metadata)];
  try {
    const made = await client.create(object);
    tell('created', kind, name);
    return made;
  } catch (error) {
    if (!isAlreadyExists(error))
      throw new Error(`${kind} ${name}: ${(error as Error).message}`, { cause: error });
    tell('exists', kind, name);
    return undefined;
  }
}

/** Creates a Tenant, and its namespace because Workloads need it immediately; the operator manages it afterwards. */
async function makeTenant(self: Cluster, tenant: Tenant, tell: Tell): Promise<void> {
  const { name } = tenant.metadata;
  const made = await make(self.resource(tenants), restoredObject(tenant), tell);
  const owner = made ?? (await self.resource(tenants).get({ name }));
  const metadata = {
    name: tenantNamespace(name),
    labels: { [labels.tenant]: name },
    ownerReferences: [controllerReference(owner)],
  };
  await make(self.resource(namespaces), { apiVersion: 'v1', kind: 'Namespace', metadata }, tell);
}

type Connections = Readonly<Record<'self' | 'portal' | 'operator', Cluster>>;

/** Writes the status last: its presence tells a later run that the Workload is complete. */
async function makeWorkload({ self, portal, operator }: Connections, workload: Workload, tell: Tell) {
  const again = restoredWorkload(workload);
  const { name, namespace = '' } = again.metadata;
  const metadata = { name, namespace };
  const made = await make(portal.resource(workloads), again, tell);
  if (!made && !isPartlyRestored(await self.resource(workloads).get(metadata), workload)) return;
  const { freeze } = workload.spec;
  if (freeze) await self.resource(workloads).mergePatch(metadata, { spec: { freeze } });
  const status = restoredStatus(workload);
  if (!status) return;
  const asOperator = { fieldManager: fieldManagers.operator, force: true };
  await operator.resource(workloads).applyStatus({ metadata, status }, asOperator);
}
