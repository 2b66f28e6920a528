import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connect } from '@gpulease/kube';
import { virtualMachines } from '@gpulease/kube/kubevirt';
import { eventually } from '@gpulease/kube/testing';
import { startOwnControlPlane, type OwnControlPlane } from '@gpulease/local/testing';
import { localManifest } from './local.ts';
import { parseManifests } from './testing/helm.ts';
import { create, kubectl, patch, refusal } from './testing/kubectl.ts';
import { disk, machine, namespace, tenantNamespace, workload } from './testing/objects.ts';

const system = 'gpulease-system';

/** A catalogue object of each kind, all named `policies`. */
const catalogue: Record<string, { kind: string; spec: Record<string, unknown> }> = {
  regions: { kind: 'Region', spec: { description: 'Shanghai.', exposure: { type: 'LoadBalancer' } } },
  computenodes: {
    kind: 'ComputeNode',
    spec: {
      description: 'A host.',
      region: 'policies',
      resources: { cpu: 8, memory: '32Gi', storage: '1Ti', gpus: { model: 'policies', count: 1 } },
      skus: ['policies'],
    },
  },
  gpus: {
    kind: 'GPU',
    spec: { vendor: 'NVIDIA', model: 'A100', memory: '80Gi', deviceName: 'nvidia.com/A100' },
  },
  skus: {
    kind: 'SKU',
    spec: {
      displayName: 'A100',
      cpu: 8,
      memory: '32Gi',
      disk: '100Gi',
      gpu: { model: 'policies', count: 1 },
      pricing: ['policies'],
    },
  },
  vmimages: {
    kind: 'VMImage',
    spec: {
      description: 'Debian.',
      osType: 'Linux',
      version: 'Debian 12',
      size: '10Gi',
      architecture: 'amd64',
      source: { registry: { url: 'docker://quay.io/containerdisks/debian:12' } },
    },
  },
  pricingpolicies: {
    kind: 'PricingPolicy',
    spec: { mode: 'OnDemand', price: '7.20', currency: 'CNY', unit: 'Hour' },
  },
  tenants: { kind: 'Tenant', spec: { username: 'li-mei' } },
};

/** Catalogue objects whose status counts their workloads. */
const ordered = [
  {
    resource: 'regions',
    used: { workloads: 1 },
    message: 'Region in use cannot be deleted: 1 workload was ordered in it.',
  },
  {
    resource: 'computenodes',
    used: { workloads: 3 },
    message: 'Node in use cannot be deleted: 3 workloads are placed or have their disks on it.',
  },
  {
    resource: 'skus',
    used: { workloads: 1 },
    message: 'SKU in use cannot be deleted: 1 workload was ordered with it.',
  },
  {
    resource: 'vmimages',
    used: { workloads: 5 },
    message: 'Image in use cannot be deleted: 5 workloads were ordered with it.',
  },
  {
    resource: 'pricingpolicies',
    used: { workloads: 2 },
    message: 'Pricing policy in use cannot be deleted: 2 workloads were ordered with it.',
  },
  {
    resource: 'tenants',
    used: { used: { workloads: 6 } },
    message: 'Tenant in use cannot be deleted: 6 workloads belong to it.',
  },
];

/** Catalogue objects that others refer to, which policies look up in the API server. */
const referred = [
  {
    resource: 'regions',
    by: 'computenodes',
    message: 'Region in use cannot be deleted: ComputeNode policies is in it.',
  },
  {
    resource: 'gpus',
    by: 'computenodes',
    message: 'GPU in use cannot be deleted: ComputeNode policies has it.',
  },
  { resource: 'gpus', by: 'skus', message: 'GPU in use cannot be deleted: SKU policies offers it.' },
  {
    resource: 'skus',
    by: 'computenodes',
    message: 'SKU in use cannot be deleted: ComputeNode policies can run it.',
  },
  {
    resource: 'pricingpolicies',
    by: 'skus',
    message: 'Pricing policy in use cannot be deleted: SKU policies names it.',
  },
];

function listOf(items: object[]) {
  return { apiVersion: 'v1', kind: 'List', items };
}

function catalogueObject(resource: string, metadata: object = {}) {
  const { kind, spec } = catalogue[resource] ?? {};
  return { apiVersion: 'gpulease.dev/v1alpha1', kind, metadata: { name: 'policies', ...metadata }, spec };
}

describe('the policies of the chart', () => {
  let cluster: OwnControlPlane;
  /** Kubeconfigs by user. */
  let as: Record<
    | 'admin'
    | 'gpuleaseAdmin'
    | 'operator'
    | 'bff'
    | 'worker'
    | 'collector'
    | 'kubeVirt'
    | 'support'
    | 'editor',
    string
  >;

  beforeAll(async () => {
    cluster = await startOwnControlPlane({ kinds: true });
    await cluster.kubectl(['create', 'namespace', system]);
    await cluster.kubectl(['apply', '--server-side', `--filename=${localManifest}`]);
    await cluster.kubectl(['create', 'namespace', tenantNamespace]);
    await cluster.kubectl(['label', 'namespace', tenantNamespace, 'gpulease.dev/tenant=policies']);
    as = {
      admin: cluster.kubeconfig,
      gpuleaseAdmin: await cluster.addUser({ name: 'mei', groups: ['gpulease:admins', 'system:masters'] }),
      operator: await cluster.serviceAccountKubeconfig(system, 'gpulease-operator'),
      bff: await cluster.serviceAccountKubeconfig(system, 'gpulease-bff'),
      worker: await cluster.serviceAccountKubeconfig(system, 'gpulease-worker'),
      collector: await cluster.addUser({
        name: 'system:serviceaccount:kube-system:generic-garbage-collector',
        groups: ['system:masters'],
      }),
      kubeVirt: await cluster.addUser({ name: 'gpulease:kubevirt', groups: ['system:masters'] }),
      support: await cluster.addUser({ name: 'support' }),
      editor: await cluster.addUser({ name: 'editor' }),
    };
    await cluster.kubectl([
      ...['create', 'clusterrolebinding', 'support'],
      ...['--clusterrole=gpulease-support', '--user=support'],
    ]);
    await cluster.kubectl([
      ...['create', 'rolebinding', 'editor', `--namespace=${tenantNamespace}`],
      ...['--clusterrole=gpulease-edit', '--user=editor'],
    ]);
  }, 300_000);
  afterAll(() => cluster.stop());

  const workloadNamed = (name: string) => ['workloads.gpulease.dev', name, `--namespace=${tenantNamespace}`];

  it.each(ordered)(
    'prevent the deletion of $resource while workloads need it',
    async ({ resource, used, message }) => {
      await create(as.admin, catalogueObject(resource));
      const target = [`${resource}.gpulease.dev`, 'policies'];
      await patch(as.operator, [...target, '--subresource=status'], { status: used });
      await refusal(() => kubectl(as.admin, ['delete', ...target, '--dry-run=server']), message);
      await patch(as.operator, [...target, '--subresource=status'], { status: null });
      expect(await kubectl(as.admin, ['delete', ...target])).toContain('deleted');
    },
  );

  it.each(referred)(
    'prevent the deletion of $resource while one of $by refers to it and is not being deleted',
    async ({ resource, by, message }) => {
      const finalizers = ['gpulease.dev/in-use'];
      await create(as.admin, catalogueObject(resource));
      await create(as.admin, catalogueObject(by, { finalizers }));
      const target = [`${resource}.gpulease.dev`, 'policies'];
      await refusal(() => kubectl(as.admin, ['delete', ...target, '--dry-run=server']), message);
      await kubectl(as.admin, ['delete', `${by}.gpulease.dev`, 'policies', '--wait=false']);
      await refusal(() => kubectl(as.admin, ['delete', ...target]), 'deleted');
      await patch(as.admin, [`${by}.gpulease.dev`, 'policies'], { metadata: { finalizers: null } });
    },
  );

  it('prevent the deletion of a collection while one object is in use', async () => {
    for (const name of ['free', 'used']) await create(as.admin, catalogueObject('skus', { name }));
    await patch(as.operator, ['skus', 'used', '--subresource=status'], { status: { workloads: 1 } });
    await refusal(
      () => kubectl(as.admin, ['delete', '--raw=/apis/gpulease.dev/v1alpha1/skus']),
      'SKU in use',
    );
    expect(await kubectl(as.admin, ['get', 'skus', '--output=name'])).toContain('sku.gpulease.dev/used');
  });

  it('allow workloads only in the namespaces of tenants', async () => {
    await refusal(
      () => create(as.admin, workload('astray', {}, 'default')),
      "namespace default belongs to no tenant. Create workloads in a tenant's namespace",
    );
    expect(await create(as.admin, workload('at-home'))).toContain('created');
  });

  it("let only the operator and billing write a workload's status (Sealos CVE-2023-36815: a tenant that credits itself)", async () => {
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

  it.each([
    {
      finalizer: 'gpulease.dev/billing',
      owner: 'worker' as const,
      others: ['admin', 'operator', 'bff'] as const,
      message: 'finalizer gpulease.dev/billing is removed by billing when the last run is settled',
    },
    {
      finalizer: 'gpulease.dev/workload',
      owner: 'operator' as const,
      others: ['admin', 'worker', 'bff', 'editor'] as const,
      message: 'finalizer gpulease.dev/workload is removed by the operator when machine and disk are gone',
    },
  ])(
    "let only $owner and GPULease's administrators remove finalizer $finalizer",
    async ({ finalizer, owner, others, message }) => {
      const finalizers = ['gpulease.dev/workload', 'gpulease.dev/billing'];
      const names = { done: `done-by-${owner}`, givenUp: `given-up-by-${owner}` };
      for (const name of Object.values(names)) await create(as.bff, workload(name, { finalizers }));
      const without = { metadata: { finalizers: finalizers.filter((one) => one !== finalizer) } };
      for (const who of others)
        await refusal(() => patch(as[who], workloadNamed(names.done), without), message);
      const otherwise = { spec: { powerState: 'Stopped' } };
      expect(await patch(as.admin, workloadNamed(names.done), otherwise)).toContain('patched');
      expect(await patch(as[owner], workloadNamed(names.done), without)).toContain('patched');
      expect(await patch(as.gpuleaseAdmin, workloadNamed(names.givenUp), without)).toContain('patched');
    },
  );

  it("let only the portal set the order label, only at creation, and only GPULease's administrators remove it", async () => {
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
    const other = { metadata: { labels: { 'gpulease.dev/order': 'order-2' } } };
    await refusal(() => patch(as.gpuleaseAdmin, workloadNamed('ordered'), other), message);
    const none = { metadata: { labels: { 'gpulease.dev/order': null } } };
    expect(await patch(as.gpuleaseAdmin, workloadNamed('ordered'), none)).toContain('patched');
  });

  it.each([
    {
      field: 'freeze',
      value: { reason: 'Abuse report.' },
      may: ['admin', 'support'],
      mayNot: ['editor', 'bff'],
    },
    {
      field: 'placement',
      value: { nodeName: 'gpu-1' },
      may: ['admin', 'bff'],
      mayNot: ['editor'],
    },
  ] as const)(
    'let only users with its verb set and remove spec.$field',
    async ({ field, value, may, mayNot }) => {
      const message = `spec.${field} is for the platform's staff`;
      const { spec, ...rest } = workload(`born-with-${field}`);
      await refusal(() => create(as.editor, { ...rest, spec: { ...spec, [field]: value } }), message);
      await create(as.editor, workload(field));
      const [set, lifted] = [{ spec: { [field]: value } }, { spec: { [field]: null } }];
      for (const who of mayNot) expect(await patch(as[who], workloadNamed(field), set)).toContain(message);
      for (const who of may) {
        expect(await patch(as[who], workloadNamed(field), set)).toContain('patched');
        for (const other of mayNot)
          expect(await patch(as[other], workloadNamed(field), lifted)).toContain(message);
        expect(await patch(as[who], workloadNamed(field), lifted)).toContain('patched');
      }
      // Other fields can still change.
      await patch(as.admin, workloadNamed(field), set);
      const restart = { spec: { restartedAt: '2026-11-22T08:00:00Z' } };
      for (const who of mayNot)
        expect(await patch(as[who], workloadNamed(field), restart)).toContain('patched');
    },
  );

  it("let only the portal and GPULease's administrators change a Tenant's username", async () => {
    await create(as.admin, catalogueObject('tenants'));
    const rename = (who: string, username: string) =>
      patch(who, ['tenants.gpulease.dev', 'policies'], { spec: { username } });
    await refusal(() => rename(as.admin, 'li-na'), 'does not change; keep li-mei.');
    const suspend = { spec: { username: 'li-mei', state: 'Suspended' } };
    expect(await patch(as.admin, ['tenants.gpulease.dev', 'policies'], suspend)).toContain('patched');
    expect(await rename(as.gpuleaseAdmin, 'li-na')).toContain('patched');
    expect(await rename(as.bff, 'li-mei')).toContain('patched');
    await kubectl(as.admin, ['delete', 'tenants.gpulease.dev', 'policies']);
  });

  it('prevent the deletion of imported disks without their VMImage, but not of unfinished imports', async () => {
    const labels = { 'gpulease.dev/image': 'debian' };
    const home = 'gpulease-images';
    for (const name of ['done', 'failed']) await create(as.admin, disk(name, labels, home));
    const target = (name: string) => ['datavolume', name, `--namespace=${home}`];
    const phases = { done: 'Succeeded', failed: 'Failed' };
    for (const [name, phase] of Object.entries(phases))
      await patch(as.admin, [...target(name), '--subresource=status'], { status: { phase } });
    await refusal(
      () => kubectl(as.admin, ['delete', ...target('done'), '--dry-run=server']),
      'DataVolume done holds the disk of VMImage debian, which machines are cloned from. Delete the VMImage',
    );
    expect(await kubectl(as.admin, ['delete', ...target('failed')])).toContain('deleted');
    expect(await kubectl(as.operator, ['delete', ...target('done')])).toContain('deleted');
  });

  it("let only KubeVirt's controller clone images, and only into tenants' namespaces", async () => {
    const image = { namespace: 'gpulease-images', name: 'debian' };
    const clone = (home: string, spec: object) => ({
      ...disk('', {}, home),
      metadata: { generateName: 'clone-', namespace: home },
      spec: { ...spec, storage: { resources: { requests: { storage: '10Gi' } } } },
    });
    const source = (home: string, pvc: object) => ({
      apiVersion: 'cdi.kubevirt.io/v1beta1',
      kind: 'DataSource',
      metadata: { generateName: 'other-', namespace: home },
      spec: { source: { pvc } },
    });
    const clones = (home: string) => [
      clone(home, { source: { pvc: image } }),
      clone(home, { sourceRef: { kind: 'DataSource', ...image } }),
      source(home, image),
    ];
    const message = 'which is for the machines of tenants: only KubeVirt may clone it';
    for (const object of clones(tenantNamespace)) {
      await refusal(() => create(as.admin, object), 'is not in policies.controllers of the chart');
      expect(await create(as.kubeVirt, object)).toContain('created');
    }
    for (const object of clones('default')) await refusal(() => create(as.kubeVirt, object), message);
    const own = { namespace: 'default', name: 'own' };
    expect(await create(as.admin, source('default', own))).toContain('created');
  });

  it('let only machines, and users with access there, clone from images.cloneNamespaces', async () => {
    const golden = readFileSync(localManifest, 'utf8').replace(
      '["gpulease-images"]',
      '["gpulease-images","golden"]',
    );
    await kubectl(as.admin, ['apply', '--server-side', '--filename=-'], listOf(parseManifests(golden)));
    await create(as.admin, namespace('golden', {}));
    const cloner = await cluster.addUser({ name: 'cloner' });
    const role = ['clusterrole', 'cloner', '--verb=create', '--resource=datasources.cdi.kubevirt.io'];
    await cluster.kubectl(['create', ...role]);
    await cluster.kubectl([
      'create',
      'clusterrolebinding',
      'cloner',
      '--clusterrole=cloner',
      '--user=cloner',
    ]);
    const clone = (home: string) => ({
      apiVersion: 'cdi.kubevirt.io/v1beta1',
      kind: 'DataSource',
      metadata: { generateName: 'other-', namespace: home },
      spec: { source: { pvc: { namespace: 'golden', name: 'ubuntu' } } },
    });
    await refusal(() => create(cloner, clone('default')), 'names a disk in namespace golden, which is for');
    await refusal(
      () => create(cloner, clone(tenantNamespace)),
      'is not in policies.controllers of the chart',
    );
    expect(await create(as.kubeVirt, clone(tenantNamespace))).toContain('created');
    for (const [who, home] of [[as.admin, 'default'] as const, [cloner, 'golden'] as const])
      expect(await create(who, clone(home))).toContain('created');
  });

  it('prevent the deletion of the namespaces of tenants and images', async () => {
    await create(as.admin, catalogueObject('tenants', { name: 'namespaced' }));
    const uid = await kubectl(as.admin, ['get', 'tenant', 'namespaced', '--output=jsonpath={.metadata.uid}']);
    const owner = { apiVersion: 'gpulease.dev/v1alpha1', kind: 'Tenant', name: 'namespaced', uid };
    await create(as.admin, namespace('u-namespaced', {}, [owner]));
    const remove = (who: string, name: string) =>
      kubectl(who, ['delete', 'namespace', name, '--dry-run=server']);
    await refusal(
      () => remove(as.admin, 'u-namespaced'),
      'namespace u-namespaced belongs to Tenant namespaced, and its deletion would destroy machines and disks. Delete the Tenant',
    );
    await refusal(
      () => remove(as.admin, 'gpulease-images'),
      'namespace gpulease-images holds the disks of VMImages',
    );
    for (const who of [as.gpuleaseAdmin, as.collector])
      expect(await remove(who, 'u-namespaced')).toContain('deleted');
    expect(await remove(as.admin, 'default')).not.toContain('Tenant');
    // The namespace is orphaned when its Tenant is lost.
    await patch(as.gpuleaseAdmin, ['namespace', 'u-namespaced'], { metadata: { ownerReferences: null } });
    expect(await remove(as.admin, 'u-namespaced')).toContain('deleted');
  });

  it("let operator and portal each bind only its own role in tenants' namespaces, and only to itself (Rancher CVE-2022-31247)", async () => {
    const binding = (home: string, account: string, role = 'gpulease-stop-machines') => ({
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'RoleBinding',
      metadata: { generateName: 'stop-', namespace: home },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: role },
      subjects: [{ kind: 'ServiceAccount', namespace: system, name: account }],
    });
    const message = 'the operator and the portal grant rights to themselves only';
    for (const [home, account] of [
      ['kube-system', 'gpulease-operator'],
      [tenantNamespace, 'gpulease-bff'],
    ] as const)
      await refusal(() => create(as.operator, binding(home, account)), message);
    const consoles = (home: string, account: string) => binding(home, account, 'gpulease-open-consoles');
    await refusal(() => create(as.bff, consoles('kube-system', 'gpulease-bff')), message);
    await refusal(() => create(as.bff, consoles(tenantNamespace, 'gpulease-operator')), message);
    expect(await create(as.bff, consoles(tenantNamespace, 'gpulease-bff'))).toContain('created');
    expect(await create(as.bff, binding(tenantNamespace, 'gpulease-bff'))).toContain('forbidden');
    expect(
      await create(as.operator, binding(tenantNamespace, 'gpulease-operator', 'cluster-admin')),
    ).toContain('forbidden');
    const mayStop = (home: string) => {
      const stop = { group: 'subresources.kubevirt.io', resource: 'virtualmachines', subresource: 'stop' };
      return kubectl(
        as.operator,
        ['create', '--filename=-', '--validate=false', '--output=jsonpath={.status.allowed}'],
        {
          apiVersion: 'authorization.k8s.io/v1',
          kind: 'SelfSubjectAccessReview',
          spec: { resourceAttributes: { ...stop, verb: 'update', namespace: home } },
        },
      );
    };
    expect(await mayStop(tenantNamespace)).toBe('false');
    expect(await create(as.operator, binding(tenantNamespace, 'gpulease-operator'))).toContain('created');
    await eventually(async () => expect(await mayStop(tenantNamespace)).toBe('true'));
    expect(await mayStop('kube-system')).toBe('false');
  });

  it('restrict the operator to Secrets of tenants', async () => {
    const secret = (namespace: string) => ({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { generateName: 'keys-', namespace },
    });
    await refusal(() => create(as.operator, secret(system)), `namespace ${system} belongs to no tenant`);
    expect(await create(as.operator, secret(tenantNamespace))).toContain('created');
    expect(await create(as.admin, secret(system))).toContain('created');
  });

  it('check the name of a namespace too, so that a label alone does not assign it to a tenant', async () => {
    const name = 'labelled';
    await create(as.admin, namespace(name, { 'gpulease.dev/tenant': 'policies' }));
    const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'keys', namespace: name } };
    await refusal(() => create(as.operator, secret), 'namespace labelled belongs to no tenant');
    await refusal(
      () => create(as.admin, workload('astray', {}, name)),
      'namespace labelled belongs to no tenant',
    );
  });

  it('let the operator create and label only namespaces of tenants, and only with its own labels', async () => {
    const own = { 'gpulease.dev/tenant': 'made', 'pod-security.kubernetes.io/enforce': 'privileged' };
    const labelled = (name: string, labels: object) =>
      patch(as.operator, ['namespace', name], { metadata: { labels } });
    const refused = (name: string) => `namespace ${name}: the operator creates namespaces of tenants only`;
    await refusal(() => labelled('kube-system', { 'gpulease.dev/tenant': 'system' }), refused('kube-system'));
    for (const labels of [{}, { 'gpulease.dev/tenant': 'other' }, { ...own, team: 'vision' }])
      await refusal(() => create(as.operator, namespace('u-made', labels)), refused('u-made'));
    expect(await create(as.operator, namespace('u-made', own))).toContain('created');
    await kubectl(as.admin, ['label', 'namespace', 'u-made', 'team=vision']);
    await refusal(() => labelled('u-made', { team: 'billing' }), refused('u-made'));
    expect(await labelled('u-made', { 'pod-security.kubernetes.io/enforce': 'restricted' })).toContain(
      'patched',
    );
  });

  it("restrict machines, and the objects that the operator creates for them, to tenants' namespaces", async () => {
    const service = (home: string) => ({
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'made', namespace: home },
      spec: { ports: [{ port: 22 }] },
    });
    const dataSource = (home: string) => ({
      apiVersion: 'cdi.kubevirt.io/v1beta1',
      kind: 'DataSource',
      metadata: { name: 'made', namespace: home },
      spec: { source: {} },
    });
    const made = (home: string) => machine('made', {}, home);
    for (const object of [service, made, dataSource]) {
      await refusal(
        () => create(as.operator, object('kube-system')),
        'namespace kube-system belongs to no tenant',
      );
      expect(await create(as.operator, object(tenantNamespace))).toContain('created');
    }
    const images = 'gpulease-images';
    await refusal(() => create(as.operator, made(images)), `namespace ${images} belongs to no tenant`);
    expect(await create(as.operator, dataSource(images))).toContain('created');
  });

  it('let the operator write only the status of its own machines', async () => {
    const operator = connect({ kubeconfig: as.operator });
    const writeStatus = (name: string) =>
      operator
        .resource(virtualMachines)
        .mergePatch(
          { namespace: tenantNamespace, name },
          { status: { stateChangeRequests: [] } },
          { subresource: 'status' },
        );
    await create(as.kubeVirt, machine('foreign', {}));
    await create(as.kubeVirt, machine('own', { 'gpulease.dev/workload': 'own' }));
    await eventually(() =>
      expect(writeStatus('foreign')).rejects.toThrow('VirtualMachine foreign belongs to no Workload'),
    );
    await writeStatus('own');
    await operator.close();
  });

  it('all have a binding', async () => {
    const names = async (kind: string) => {
      const text = await cluster.kubectl(['get', kind, '--output=name']);
      return text.split('\n').map((line) => line.split('/')[1]);
    };
    expect(await names('validatingadmissionpolicybindings')).toEqual(
      await names('validatingadmissionpolicies'),
    );
  });
});
