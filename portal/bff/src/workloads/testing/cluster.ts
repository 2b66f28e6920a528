/** A cluster with a small catalogue, in which a test plays the operator. */
import { randomUUID } from 'node:crypto';
import {
  fieldManagers,
  finalizers,
  pricingPolicies,
  regions,
  skus,
  tenants,
  tenantNamespace,
  vmImages,
  workloads,
  type Workload,
  type WorkloadSpec,
  type WorkloadStatus,
} from '@gpulease/crds';
import { connect, findCondition, type Cluster } from '@gpulease/kube';
import { installCrds, useControlPlane, type TestControlPlane } from '@gpulease/local/testing';

export interface TestCluster {
  readonly cluster: Cluster;
  readonly controlPlane: TestControlPlane;
  /** Names of the catalogue's objects, unique to each test file. `policy` is on demand; `reserved` is 10 yuan a day. */
  readonly names: {
    readonly sku: string;
    readonly region: string;
    readonly image: string;
    readonly policy: string;
    readonly reserved: string;
  };
  /** Sets how many of the SKU are free; a thousand at first. */
  offer(available: number): Promise<void>;
  /** Creates the Tenant and namespace of a user. */
  addTenant(userId: string, username?: string): Promise<void>;
  /** Returns a spec that can be ordered. */
  spec(change?: Partial<WorkloadSpec>): WorkloadSpec;
  /** Creates a Workload as kubectl does. */
  createWorkload(
    userId: string,
    name: string,
    change?: Partial<WorkloadSpec>,
    labels?: Record<string, string>,
  ): Promise<Workload>;
  get(userId: string, name: string): Promise<Workload | undefined>;
  /** Writes status as the operator does; fields of earlier calls that are left out are removed. */
  asOperator(userId: string, name: string, status: WorkloadStatus): Promise<void>;
  /** Removes the operator's finalizer. */
  finishDestroying(userId: string, name: string): Promise<void>;
  close(): Promise<void>;
}

/** Connects to the test run's API server, or another; creates a region, an SKU at 1.58 yuan an hour, and an image. */
export async function openCluster(controlPlane = useControlPlane()): Promise<TestCluster> {
  await installCrds(controlPlane);
  const cluster = connect({ kubeconfig: controlPlane.kubeconfig });
  const suffix = randomUUID().slice(0, 8);
  const names = {
    sku: `sku-${suffix}`,
    region: `region-${suffix}`,
    image: `image-${suffix}`,
    policy: `policy-${suffix}`,
    reserved: `reserved-${suffix}`,
  };
  await createCatalogue(cluster, names);
  const client = cluster.resource(workloads);
  const ref = (userId: string, name: string) => ({ namespace: tenantNamespace(userId), name });

  const spec: TestCluster['spec'] = (change = {}) => ({
    type: 'VirtualMachine',
    sku: names.sku,
    skuQuantity: 1,
    image: names.image,
    rootDiskSize: '100Gi',
    region: names.region,
    pricing: { policy: names.policy },
    powerState: 'Running',
    resume: 'Manual',
    ...change,
  });
  return {
    cluster,
    controlPlane,
    names,
    spec,
    offer: (available) => offer(cluster, names, available),
    async addTenant(userId, username = `user-${userId.slice(0, 8)}`) {
      await cluster
        .resource(tenants)
        .create({ metadata: { name: userId }, spec: { username, state: 'Active' } });
      await controlPlane.kubectl(['create', 'namespace', tenantNamespace(userId)]);
    },
    createWorkload: (userId, name, change, labels = {}) =>
      client.create({
        metadata: { ...ref(userId, name), labels, finalizers: [finalizers.workload, finalizers.billing] },
        spec: spec(change),
      }),
    get: (userId, name) => client.find(ref(userId, name)),
    async asOperator(userId, name, status) {
      await client.applyStatus(
        { metadata: ref(userId, name), status },
        { fieldManager: fieldManagers.operator, force: true },
      );
    },
    async finishDestroying(userId, name) {
      await client.mergePatch(ref(userId, name), { metadata: { finalizers: [finalizers.billing] } });
    },
    close: () => cluster.close(),
  };
}

async function createCatalogue(cluster: Cluster, names: TestCluster['names']): Promise<void> {
  await cluster.resource(pricingPolicies).create({
    metadata: { name: names.policy },
    spec: { mode: 'OnDemand', price: '1.58', currency: 'CNY', unit: 'Hour' },
  });
  await cluster.resource(pricingPolicies).create({
    metadata: { name: names.reserved },
    spec: { mode: 'Reserved', price: '10', currency: 'CNY', unit: 'Day' },
  });
  await cluster.resource(regions).create({
    metadata: { name: names.region },
    spec: {
      description: 'For tests',
      state: 'Active',
      exposure: { type: 'NodePort', addresses: ['203.0.113.7'] },
    },
  });
  await cluster.resource(vmImages).create({
    metadata: { name: names.image },
    spec: {
      description: 'For tests',
      osType: 'Linux',
      version: '24.04',
      size: '10Gi',
      architecture: 'amd64',
      state: 'Enabled',
      source: { registry: { url: 'docker://example.com/image:1' } },
    },
  });
  await cluster.resource(skus).create({
    metadata: { name: names.sku },
    spec: {
      displayName: 'For tests',
      cpu: 8,
      memory: '32Gi',
      disk: '200Gi',
      gpu: { model: 'a100', count: 1 },
      state: 'Active',
      pricing: [names.policy, names.reserved],
    },
  });
  await offer(cluster, names, 1_000);
}

async function offer(cluster: Cluster, names: TestCluster['names'], available: number): Promise<void> {
  const level = available > 0 ? 'High' : 'None';
  const { region } = names;
  await cluster.resource(skus).applyStatus(
    {
      metadata: { name: names.sku },
      status: {
        availability: [{ region, available, level, spot: { available, level }, bookable: available }],
      },
    },
    { fieldManager: fieldManagers.operator, force: true },
  );
}

/** Returns the Workload's condition Funded, such as `True OrderAccepted`. */
export function fundedOf(workload: Workload | undefined): string {
  const funded = findCondition(workload?.status?.conditions, 'Funded');
  return funded ? `${funded.status} ${funded.reason}` : 'unknown';
}

/** Returns a condition Scheduled, which states whether a machine holds a place. */
export function scheduled(status: 'True' | 'False', at: Date) {
  const lastTransitionTime = at.toISOString();
  return { type: 'Scheduled', status, reason: 'Test', message: 'by a test', lastTransitionTime };
}
