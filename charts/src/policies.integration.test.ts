import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@gpulease/kube/testing';
import { installCrds, runKubectl, startOwnControlPlane, type OwnControlPlane } from '@gpulease/local/testing';
import { localManifest } from './local.ts';

const system = 'gpulease-system';
const tenantNamespace = 'u-policies';

/** A workload whose references lead nowhere: no policy looks at them. */
function workload(name: string, metadata: object = {}, namespace = tenantNamespace) {
  return {
    apiVersion: 'gpulease.dev/v1alpha1',
    kind: 'Workload',
    metadata: { name, namespace, ...metadata },
    spec: {
      type: 'VirtualMachine',
      sku: 'a100',
      image: 'debian',
      rootDiskSize: '20Gi',
      region: 'cn-east-1',
      pricing: { policy: 'hourly' },
    },
  };
}

const inUse = [
  {
    resource: 'regions',
    spec: { description: 'Shanghai.', exposure: { type: 'LoadBalancer' } },
    used: { nodes: { total: 2, ready: 1 }, workloads: 0 },
    unused: { nodes: { total: 0, ready: 0 }, workloads: 0 },
    message: 'Region in use cannot be deleted: it has 2 nodes and 0 workloads.',
  },
  {
    resource: 'computenodes',
    spec: {
      description: 'A host.',
      region: 'cn-east-1',
      resources: { cpu: 8, memory: '32Gi', storage: '1Ti' },
      skus: ['a100'],
    },
    used: { workloads: 3 },
    unused: { workloads: 0 },
    message: 'Node in use cannot be deleted: 3 workloads are placed on it.',
  },
  {
    resource: 'gpus',
    spec: { vendor: 'NVIDIA', model: 'A100', memory: '80Gi', deviceName: 'nvidia.com/A100' },
    used: { nodes: 0, skus: 4 },
    unused: { nodes: 0, skus: 0 },
    message: 'GPU in use cannot be deleted: 0 nodes have it and 4 SKUs offer it.',
  },
  {
    resource: 'skus',
    spec: { displayName: 'A100', cpu: 8, memory: '32Gi', disk: '100Gi', pricing: ['hourly'] },
    used: { workloads: 1 },
    unused: { workloads: 0 },
    message: 'SKU in use cannot be deleted: 1 workloads were ordered with it.',
  },
  {
    resource: 'vmimages',
    spec: {
      description: 'Debian.',
      osType: 'Linux',
      version: 'Debian 12',
      size: '10Gi',
      architecture: 'amd64',
      source: { registry: { url: 'docker://quay.io/containerdisks/debian:12' } },
    },
    used: { workloads: 5 },
    unused: { workloads: 0 },
    message: 'Image in use cannot be deleted: 5 workloads were ordered with it.',
  },
  {
    resource: 'pricingpolicies',
    spec: { mode: 'OnDemand', price: '7.20', currency: 'CNY', unit: 'Hour' },
    used: { skus: 2 },
    unused: { skus: 0 },
    message: 'Pricing policy in use cannot be deleted: 2 SKUs name it.',
  },
  {
    resource: 'tenants',
    spec: { username: 'li-mei' },
    used: { used: { workloads: 6 } },
    unused: { used: { workloads: 0 } },
    message: 'Tenant in use cannot be deleted: it has 6 workloads.',
  },
];

const kinds: Record<string, string> = {
  regions: 'Region',
  computenodes: 'ComputeNode',
  gpus: 'GPU',
  skus: 'SKU',
  vmimages: 'VMImage',
  pricingpolicies: 'PricingPolicy',
  tenants: 'Tenant',
};

describe('the policies of the chart', () => {
  let cluster: OwnControlPlane;
  /** Kubeconfigs by who they are of. */
  let as: Record<'admin' | 'gpuleaseAdmin' | 'operator' | 'bff' | 'worker', string>;

  beforeAll(async () => {
    cluster = await startOwnControlPlane();
    await cluster.kubectl(['create', 'namespace', system]);
    await installCrds(cluster);
    await cluster.kubectl(['apply', '--server-side', `--filename=${localManifest}`]);
    await cluster.kubectl(['create', 'namespace', tenantNamespace]);
    await cluster.kubectl(['label', 'namespace', tenantNamespace, 'gpulease.dev/tenant=policies']);
    as = {
      admin: cluster.kubeconfig,
      gpuleaseAdmin: await cluster.addUser({ name: 'mei', groups: ['gpulease:admins', 'system:masters'] }),
      operator: await cluster.serviceAccountKubeconfig(system, 'gpulease-operator'),
      bff: await cluster.serviceAccountKubeconfig(system, 'gpulease-bff'),
      worker: await cluster.serviceAccountKubeconfig(system, 'gpulease-worker'),
    };
  }, 120_000);
  afterAll(() => cluster.stop());

  /** What kubectl answers: the reason of a refusal, or what was done. */
  async function kubectl(kubeconfig: string, args: string[], object?: object): Promise<string> {
    const input = object === undefined ? {} : { input: JSON.stringify(object) };
    const { stdout, stderr } = await runKubectl(args, { kubeconfig, ...input });
    return stdout + stderr;
  }
  const create = (who: string, object: object) => kubectl(who, ['create', '--filename=-'], object);
  const patch = (who: string, target: string[], change: object) =>
    kubectl(who, ['patch', ...target, '--type=merge', `--patch=${JSON.stringify(change)}`]);
  const workloadNamed = (name: string) => ['workloads.gpulease.dev', name, `--namespace=${tenantNamespace}`];
  /** Policies count a moment after they were made, so a refusal is waited for. */
  const refusal = (call: () => Promise<string>, message: string) =>
    eventually(async () => expect(await call()).toContain(message));

  it.each(inUse)(
    'keep $resource from being deleted while in use',
    async ({ resource, spec, used, unused, message }) => {
      const object = {
        apiVersion: 'gpulease.dev/v1alpha1',
        kind: kinds[resource],
        metadata: { name: 'policies' },
        spec,
      };
      await create(as.admin, object);
      const target = [`${resource}.gpulease.dev`, 'policies'];
      await patch(as.operator, [...target, '--subresource=status'], { status: used });
      await refusal(() => kubectl(as.admin, ['delete', ...target, '--dry-run=server']), message);
      await patch(as.operator, [...target, '--subresource=status'], { status: unused });
      expect(await kubectl(as.admin, ['delete', ...target])).toContain('deleted');
    },
  );

  it('keep all of a kind from being deleted at once while one is in use', async () => {
    const sku = inUse.find(({ resource }) => resource === 'skus');
    for (const name of ['free', 'used']) {
      await create(as.admin, {
        apiVersion: 'gpulease.dev/v1alpha1',
        kind: 'SKU',
        metadata: { name },
        spec: sku?.spec,
      });
    }
    await patch(as.operator, ['skus', 'used', '--subresource=status'], { status: { workloads: 1 } });
    await refusal(
      () => kubectl(as.admin, ['delete', '--raw=/apis/gpulease.dev/v1alpha1/skus']),
      'SKU in use',
    );
    expect(await kubectl(as.admin, ['get', 'skus', '--output=name'])).toContain('sku.gpulease.dev/used');
  });

  it('take workloads in the namespaces of tenants only', async () => {
    await refusal(
      () => create(as.admin, workload('astray', {}, 'default')),
      "namespace default belongs to no tenant. Create workloads in a tenant's namespace",
    );
    expect(await create(as.admin, workload('at-home'))).toContain('created');
  });

  it("let only the operator and billing write a workload's status", async () => {
    await create(as.admin, workload('status'));
    const target = [...workloadNamed('status'), '--subresource=status'];
    for (const who of [as.admin, as.gpuleaseAdmin]) {
      await refusal(
        () => patch(who, target, { status: { phase: 'Running' } }),
        'status of a Workload is written by the operator and by billing only',
      );
    }
    expect(await patch(as.operator, target, { status: { phase: 'Pending' } })).toContain('patched');
    expect(await patch(as.worker, target, { status: { billing: { orderId: 'order-1' } } })).toContain(
      'patched',
    );
  });

  it("let only billing and GPULease's administrators remove billing's finalizer", async () => {
    const finalizers = ['gpulease.dev/workload', 'gpulease.dev/billing'];
    for (const name of ['settled', 'given-up']) await create(as.bff, workload(name, { finalizers }));
    const withoutBilling = { metadata: { finalizers: ['gpulease.dev/workload'] } };
    for (const who of [as.admin, as.operator, as.bff]) {
      await refusal(
        () => patch(who, workloadNamed('settled'), withoutBilling),
        'finalizer gpulease.dev/billing is removed by billing when the last run is settled',
      );
    }
    expect(await patch(as.operator, workloadNamed('settled'), { spec: { powerState: 'Stopped' } })).toContain(
      'patched',
    );
    expect(await patch(as.worker, workloadNamed('settled'), withoutBilling)).toContain('patched');
    expect(await patch(as.gpuleaseAdmin, workloadNamed('given-up'), withoutBilling)).toContain('patched');
  });

  it('let only the portal name the order, and only at creation', async () => {
    const labels = { 'gpulease.dev/order': 'order-1' };
    const message =
      'label gpulease.dev/order is set by the portal when it creates the workload, and never changed';
    await refusal(() => create(as.admin, workload('forged', { labels })), message);
    expect(await create(as.bff, workload('ordered', { labels }))).toContain('created');
    for (const order of ['order-2', null]) {
      const change = { metadata: { labels: { 'gpulease.dev/order': order } } };
      await refusal(() => patch(as.bff, workloadNamed('ordered'), change), message);
    }
    await create(as.admin, workload('unordered'));
    await refusal(() => patch(as.bff, workloadNamed('unordered'), { metadata: { labels } }), message);
    const harmless = { metadata: { labels: { team: 'vision' } } };
    expect(await patch(as.admin, workloadNamed('ordered'), harmless)).toContain('patched');
  });

  it("hold our processes' hands off Secrets that are no tenant's", async () => {
    const secret = (namespace: string) => ({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { generateName: 'keys-', namespace },
    });
    for (const who of [as.operator, as.bff]) {
      await refusal(() => create(who, secret(system)), `namespace ${system} belongs to no tenant`);
      expect(await create(who, secret(tenantNamespace))).toContain('created');
    }
    expect(await create(as.admin, secret(system))).toContain('created');
  });
});
