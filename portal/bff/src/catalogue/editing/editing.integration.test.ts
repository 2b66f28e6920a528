/** Editing the catalogue on a real API server, with the chart's permissions and policies. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  annotations,
  computeNodes,
  fieldManagers,
  regions,
  serviceAccounts,
  skus,
  SYSTEM_NAMESPACE,
} from '@gpulease/crds';
import type { OperationId } from '@gpulease/contract/endpoints';
import { connect, type Cluster } from '@gpulease/kube';
import { eventually } from '@gpulease/kube/testing';
import { installCrds, startOwnControlPlane, type OwnControlPlane } from '@gpulease/local/testing';
import { startRental } from '../../rental.ts';
import type { ApiAnswer, ApiClient } from '../../testing/api-client.ts';
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts';
import { aGpu, anImage, aNode, aPolicy, aRegion, aSku } from '../testing/entries.ts';

const chart = join(import.meta.dirname, '../../../../../charts/rendered/local.yaml');

let controlPlane: OwnControlPlane;
/** Connection with the permissions of administrators and GitOps tools. */
let cluster: Cluster;
/** Connection with the permissions of the portal. */
let portalsCluster: Cluster;
let portal: TestPortal;
let rental: ReturnType<typeof startRental>;
let operator: ApiClient;

beforeAll(async () => {
  controlPlane = await startOwnControlPlane();
  await installCrds(controlPlane);
  await controlPlane.kubectl(['apply', '--server-side', `--filename=${chart}`]);
  cluster = connect({ kubeconfig: controlPlane.kubeconfig });
  const account = await controlPlane.serviceAccountKubeconfig(SYSTEM_NAMESPACE, serviceAccounts.bff);
  portalsCluster = connect({ kubeconfig: account });
  portal = await startTestPortal({
    handlers: (parts) => {
      rental = startRental({ ...parts, cluster: portalsCluster });
      return rental.handlers;
    },
  });
  await rental.ready();
  operator = await portal.admin();
});
afterAll(async () => {
  await rental.stop();
  await portal.stop();
  await Promise.all([cluster.close(), portalsCluster.close()]);
  await controlPlane.stop();
});

const of = (name: string) => ({ params: { name } });
const match = (etag: string) => ({ headers: { 'If-Match': `"${etag}"` } });

/** The kinds in an order in which each references only earlier ones; `change` is the change to make. */
const kinds = [
  {
    one: 'Region',
    entry: aRegion,
    change: { displayName: '华东二区', httpDomain: null },
    status: 'inactive',
  },
  { one: 'Gpu', entry: aGpu, change: { pciVendorSelector: null, model: 'A100 80GB' } },
  { one: 'PricingPolicy', entry: aPolicy, change: { price: '8.40', description: '含公网流量' } },
  { one: 'Sku', entry: aSku, change: { memory: 64, tags: ['a', 'b'] }, status: 'inactive' },
  {
    one: 'VmImage',
    entry: anImage,
    change: {
      gpuDriverVersion: '570.172.08',
      cudaVersion: null,
      gpuMetricsPort: 9401,
      source: { type: 'DATA_SOURCE', namespace: 'golden', name: 'ubuntu' },
    },
    status: 'disabled',
  },
  {
    one: 'Node',
    entry: aNode,
    change: { skus: ['sku', 'other'], sharing: 'DEDICATED', tags: ['rack-1'] },
    status: 'inactive',
  },
] as const;

interface Item {
  readonly name: string;
  readonly etag: string;
}

/** The requirements that each kind's tests prove, by ids of docs/specification-coverage.md. */
const proven = {
  Region: {
    created: 'SPEC-1.12, SPEC-3.38, SPEC-3.39, SPEC-3.40, SPEC-3.42, SPEC-3.43',
    changed: '',
    switched: 'SPEC-3.41, SPEC-4.13, SPEC-4.14',
    required: 'SPEC-5.57, SPEC-5.58',
    named: 'SPEC-5.32',
  },
  Gpu: {
    created: 'SPEC-1.14, SPEC-3.8, SPEC-3.9, SPEC-3.10, SPEC-3.11, SPEC-3.12, SPEC-3.13',
    changed: '',
    switched: '',
    required: 'SPEC-5.35, SPEC-5.36, SPEC-5.37, SPEC-5.38',
    named: 'SPEC-5.29',
  },
  PricingPolicy: {
    created: 'SPEC-3.33, SPEC-3.35, SPEC-3.36',
    changed: '',
    switched: '',
    required: 'SPEC-5.52, SPEC-5.53, SPEC-5.54, SPEC-5.55, SPEC-5.56',
    named: '',
  },
  Sku: {
    created:
      'SPEC-1.15, SPEC-3.14, SPEC-3.15, SPEC-3.16, SPEC-3.17, SPEC-3.18, SPEC-3.19, SPEC-3.20, SPEC-3.23, SPEC-3.24',
    changed: 'SPEC-3.21',
    switched: 'SPEC-3.22, SPEC-4.11, SPEC-4.12',
    required: 'SPEC-5.39, SPEC-5.40, SPEC-5.41, SPEC-5.42, SPEC-5.43, SPEC-5.44, SPEC-5.45, SPEC-5.46',
    named: 'SPEC-5.30',
  },
  VmImage: {
    created: 'SPEC-1.16, SPEC-3.25, SPEC-3.26, SPEC-3.27, SPEC-3.28, SPEC-3.29, SPEC-3.30, SPEC-3.32',
    changed: '',
    switched: 'SPEC-3.31, SPEC-4.17, SPEC-4.18',
    required: 'SPEC-5.47, SPEC-5.48, SPEC-5.49, SPEC-5.50, SPEC-5.51',
    named: 'SPEC-5.31',
  },
  Node: {
    created: 'SPEC-1.13, SPEC-3.44, SPEC-3.45, SPEC-3.47, SPEC-3.48, SPEC-3.51, SPEC-3.53, SPEC-3.54',
    changed: 'SPEC-3.46',
    switched: 'SPEC-3.52, SPEC-4.19',
    required: 'SPEC-5.59, SPEC-5.60, SPEC-5.61, SPEC-5.66',
    named: 'SPEC-5.33',
  },
} as const;
const ids = (list: string) => (list === '' ? '' : ` (${list})`);

/** Calls an operation of a kind with untyped options. */
function call(verb: string, one: string, options: object = {}): Promise<ApiAnswer<Item>> {
  const id = `${verb}${one}` as OperationId;
  return operator.call(id, options) as Promise<ApiAnswer<Item>>;
}

/** Returns an entry's mutable fields: all but its name and, for a price, its mode. */
function changeOf({ name: _, mode: __, ...rest }: { name: string; mode?: string }, change: object = {}) {
  return { ...rest, ...change };
}

describe.each(kinds)('a $one', (kind) => {
  const { one, entry } = kind;
  const { name } = entry;
  const proves = proven[one];
  const current = async () => (await call('get', one, of(name))).body;

  it(`is created as it was entered${ids(proves.created)}`, async () => {
    const { status, body } = await call('create', one, { body: entry });
    expect(status).toBe(201);
    expect(body).toMatchObject(entry);
    const times = { createdAt: expect.any(String), updatedAt: expect.any(String) };
    expect(await current()).toMatchObject({ name, managedBy: null, deleting: false, ...times });
    const again = await call('create', one, { body: entry });
    expect([again.status, again.error.code]).toEqual([409, 'NAME_TAKEN']);
  });

  it('is in its list', async () => {
    const many = one === 'PricingPolicy' ? 'PricingPolicies' : `${one}s`;
    await eventually(async () => {
      const { items } = (await call('list', many)).body as unknown as { items: Item[] };
      expect(items).toContainEqual(expect.objectContaining({ name }));
    });
  });

  it(`is changed if the caller has its current version, and is STALE otherwise${ids(proves.changed)}`, async () => {
    const { etag } = await current();
    const body = changeOf(entry, kind.change);
    const changed = (await call('update', one, { ...of(name), body, ...match(etag) })).body;
    expect(changed).toMatchObject(kind.change);
    expect(Number(changed.etag)).toBeGreaterThan(Number(etag));
    const late = await call('update', one, { ...of(name), body, ...match(etag) });
    expect([late.status, late.error.details?.reason]).toEqual([412, 'STALE']);
    const without = await call('update', one, { ...of(name), body });
    const { details } = without.error;
    expect([without.status, details]).toEqual([400, { fields: { 'If-Match': 'required' } }]);
  });

  it(`is switched off and on, if it has a status${ids(proves.switched)}`, async () => {
    if (!('status' in kind)) return;
    const off = (
      await call('set', `${one}Status`, {
        ...of(name),
        body: { status: kind.status },
        ...match((await current()).etag),
      })
    ).body;
    expect(off).toMatchObject({ status: kind.status });
    const on = one === 'VmImage' ? 'enabled' : 'active';
    await call('set', `${one}Status`, { ...of(name), body: { status: on }, ...match(off.etag) });
    expect(await current()).toMatchObject({ status: on });
  });

  it(`is refused without required fields, naming each${ids(proves.required)}`, async () => {
    const required: Record<string, string[]> = {
      Region: ['name', 'description', 'exposureType'],
      Gpu: ['name', 'vendor', 'model', 'memory', 'deviceName'],
      PricingPolicy: ['name', 'mode', 'price', 'currency', 'unit'],
      Sku: ['name', 'displayName', 'cpu', 'memory', 'disk', 'gpu', 'gpuNumber', 'pricingNames'],
      VmImage: ['name', 'description', 'osType', 'version', 'size', 'architecture', 'source'],
      Node: ['name', 'description', 'region', 'resources', 'skus'],
    };
    const { fields } = (await call('create', one, { body: {} })).error.details ?? {};
    expect(Object.keys(fields ?? {}).sort()).toEqual(required[one]?.sort());
  });

  it(`is refused with an invalid name${ids(proves.named)}`, async () => {
    for (const refused of ['Box', 'a_b', '-a', 'a-']) {
      const { error } = await call('create', one, { body: { ...entry, name: refused } });
      expect(error.details?.fields).toEqual({ name: 'resourceName' });
    }
  });
});

describe('an object in use', () => {
  const remove = async (one: string, name: string) =>
    call('delete', one, { ...of(name), ...match((await call('get', one, of(name))).body.etag) });

  it.each([
    ['Region', '', 'region', 'IN_USE', [{ kind: 'NODE', name: 'node', region: 'region' }]],
    [
      'Gpu',
      '',
      'gpu',
      'IN_USE',
      [
        { kind: 'NODE', name: 'node', region: 'region' },
        { kind: 'SKU', name: 'sku' },
      ],
    ],
    ['Sku', ' (SPEC-8.30)', 'sku', 'SKU_IN_USE', [{ kind: 'NODE', name: 'node', region: 'region' }]],
    ['PricingPolicy', '', 'policy', 'IN_USE', [{ kind: 'SKU', name: 'sku' }]],
  ])('is not deleted: %s%s', async (...[one, , name, reason, items]) => {
    const { status, error } = await remove(one, name);
    expect([status, error.code]).toEqual([409, 'FORBIDDEN']);
    expect(error.details).toMatchObject({ reason, usedBy: { total: items.length, items } });
  });

  it("is not deleted by the cluster either, by the operator's counts", async () => {
    const status = { workloads: 3 };
    await cluster
      .resource(computeNodes)
      .applyStatus(
        { metadata: { name: 'node' }, status },
        { fieldManager: fieldManagers.operator, force: true },
      );
    const { error } = await remove('Node', 'node');
    expect(error.details).toMatchObject({
      reason: 'IN_USE',
      explanation: expect.stringContaining('Node in use cannot be deleted: 3 workloads are placed'),
    });
    await cluster
      .resource(computeNodes)
      .applyStatus(
        { metadata: { name: 'node' }, status: { workloads: 0 } },
        { fieldManager: fieldManagers.operator, force: true },
      );
  });

  it('is not deleted while it is the image of a workload (SPEC-8.31)', async () => {
    const workload = {
      apiVersion: 'gpulease.dev/v1alpha1',
      kind: 'Workload',
      metadata: { name: 'box', namespace: 'u-7' },
      spec: {
        type: 'VirtualMachine',
        sku: 'sku',
        image: 'image',
        rootDiskSize: '20Gi',
        region: 'region',
        pricing: { policy: 'policy' },
      },
    };
    const namespace = {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: 'u-7', labels: { 'gpulease.dev/tenant': '7' } },
    };
    for (const object of [namespace, workload])
      await controlPlane.kubectl(['apply', '--server-side', '--filename=-'], JSON.stringify(object));
    await eventually(async () => {
      const { error } = await remove('VmImage', 'image');
      expect(error.details).toMatchObject({
        reason: 'IMAGE_IN_USE',
        usedBy: { total: 1, items: [{ kind: 'WORKLOAD', name: 'box', user: '7' }] },
      });
    });
  });
});

describe('a refusal of the cluster', () => {
  it('is shown at the field with the message of the rule', async () => {
    const { body } = await operator.call('createPricingPolicy', {
      body: { ...aPolicy, name: 'monthly', mode: 'RESERVED', unit: 'MONTH' },
    });
    const change = { price: '1', currency: 'CNY', unit: 'HOUR' } as const;
    const { error } = await operator.call('updatePricingPolicy', {
      ...of('monthly'),
      body: change,
      ...match(body.etag),
    });
    expect(error).toMatchObject({ code: 'INVALID_ARGUMENT', details: { fields: { unit: 'invalid' } } });
    expect(error.details?.explanation).toContain('a reserved term is counted in days or more');
  });

  it('is shown at the addresses for an impossible address', async () => {
    const { error } = await operator.call('createRegion', {
      body: { ...aRegion, name: 'nowhere', addresses: ['203.0.113.8', '224.0.0.1'] },
    });
    expect(error.details?.fields).toEqual({ addresses: 'invalid' });
  });

  it("is shown with the message of the administrator's policy", async () => {
    const name = 'no-more-gpus';
    const policy = {
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'ValidatingAdmissionPolicy',
      metadata: { name },
      spec: {
        matchConstraints: {
          resourceRules: [
            { apiGroups: ['gpulease.dev'], apiVersions: ['*'], operations: ['CREATE'], resources: ['gpus'] },
          ],
        },
        validations: [
          {
            expression: '!object.metadata.name.startsWith("frozen")',
            message: 'GPUs are frozen until January.',
          },
        ],
      },
    };
    const binding = {
      apiVersion: policy.apiVersion,
      kind: `${policy.kind}Binding`,
      metadata: { name },
      spec: { policyName: name, validationActions: ['Deny'] },
    };
    for (const object of [policy, binding])
      await controlPlane.kubectl(['apply', '--server-side', '--filename=-'], JSON.stringify(object));
    let attempt = 0;
    await eventually(async () => {
      const body = { ...aGpu, name: `frozen-${(attempt += 1)}`, deviceName: `nvidia.com/F${attempt}` };
      const { error } = await operator.call('createGpu', { body });
      expect(error).toMatchObject({
        code: 'FORBIDDEN',
        details: { explanation: 'GPUs are frozen until January.' },
      });
    });
  });
});

describe('a change made elsewhere', () => {
  const sku = () => operator.call('getSku', of('sku'));

  it("by kubectl makes the page's version STALE, and keeps fields that the page does not edit", async () => {
    const { etag } = (await sku()).body;
    await controlPlane.kubectl(['patch', 'sku', 'sku', '--type=merge', '--patch={"spec":{"cpu":24}}']);
    const body = changeOf(aSku, { displayName: '新名称' });
    const { error } = await operator.call('updateSku', {
      ...of('sku'),
      body: body as never,
      ...match(etag),
    });
    expect(error.details?.reason).toBe('STALE');
    expect((await sku()).body.cpu).toBe(24);
  });

  it('by the operator, in the status, does not make an edit STALE', async () => {
    const { etag } = (await sku()).body;
    await cluster
      .resource(skus)
      .applyStatus(
        { metadata: { name: 'sku' }, status: { available: 5 } },
        { fieldManager: fieldManagers.operator, force: true },
      );
    const answer = await operator.call('updateSku', {
      ...of('sku'),
      body: changeOf(aSku) as never,
      ...match(etag),
    });
    expect(answer.status).toBe(200);
  });

  it('of tolerations is preserved', async () => {
    const tolerations = [{ key: 'team', operator: 'Exists' }];
    await controlPlane.kubectl([
      'patch',
      'computenode',
      'node',
      '--type=merge',
      `--patch=${JSON.stringify({ spec: { tolerations } })}`,
    ]);
    const { etag } = (await operator.call('getNode', of('node'))).body;
    await operator.call('updateNode', { ...of('node'), body: changeOf(aNode) as never, ...match(etag) });
    const { spec } = await cluster.resource(computeNodes).get({ name: 'node' });
    expect(spec.tolerations).toEqual(tolerations);
  });
});

describe('an object managed from Git', () => {
  const manifest = (labels: object) =>
    JSON.stringify({
      apiVersion: 'gpulease.dev/v1alpha1',
      kind: 'GPU',
      metadata: { name: 'from-git', labels },
      spec: { vendor: 'NVIDIA', model: 'L40S', memory: '48Gi', deviceName: 'nvidia.com/L40S' },
    });

  it.each([
    [
      'Flux',
      'kustomize-controller',
      { 'kustomize.toolkit.fluxcd.io/name': 'catalogue' },
      'FLUX',
      'catalogue',
    ],
    [
      'Argo CD, identified only by its field manager',
      'argocd-controller',
      {},
      'ARGO_CD',
      'argocd-controller',
    ],
  ])('is marked as such and cannot be changed: by %s', async (...[, manager, labels, tool, name]) => {
    await controlPlane.kubectl(
      ['apply', '--server-side', '--force-conflicts', `--field-manager=${manager}`, '--filename=-'],
      manifest(labels),
    );
    const { body } = await operator.call('getGpu', of('from-git'));
    expect(body.managedBy).toEqual({ tool, name });
    await eventually(async () => {
      const { items } = (await operator.call('listGpus', { query: { search: 'from-git' } })).body;
      expect(items.map(({ managedBy }) => managedBy)).toEqual([{ tool, name }]);
    });
    const change = { vendor: 'AMD', model: 'L40S', memory: 48, deviceName: 'nvidia.com/L40S' };
    const answers = [
      await operator.call('updateGpu', { ...of('from-git'), body: change, ...match(body.etag) }),
      await operator.call('deleteGpu', { ...of('from-git'), ...match(body.etag) }),
    ];
    for (const { status, error } of answers)
      expect([status, error.details?.reason]).toEqual([409, 'MANAGED_FROM_GIT']);
    await controlPlane.kubectl(['delete', 'gpu', 'from-git']);
  });
});

describe('a price', () => {
  it.each([
    ['ON_DEMAND', 'SECOND', 'SPEC-3.34, SPEC-3.37, SPEC-9.11, SPEC-9.18'],
    ['ON_DEMAND', 'MINUTE', 'SPEC-3.37, SPEC-9.12'],
    ['SPOT', 'HOUR', 'SPEC-3.34, SPEC-3.37, SPEC-9.13, SPEC-9.20'],
    ['RESERVED', 'DAY', 'SPEC-3.34, SPEC-3.37, SPEC-9.14, SPEC-9.19'],
    ['RESERVED', 'WEEK', 'SPEC-3.37, SPEC-9.15'],
    ['RESERVED', 'MONTH', 'SPEC-3.37, SPEC-9.16'],
    ['RESERVED', 'YEAR', 'SPEC-3.37, SPEC-9.17'],
  ] as const)('can be %s per %s (%s)', async (...[mode, unit]) => {
    const name = `${mode}-${unit}`.toLowerCase().replace('_', '-');
    const { status, body } = await operator.call('createPricingPolicy', {
      body: { ...aPolicy, name, mode, unit },
    });
    expect([status, body.mode, body.unit]).toEqual([201, mode, unit]);
  });
});

describe('a node', () => {
  it('is refused without each of its resources (SPEC-5.62, SPEC-5.63, SPEC-5.64, SPEC-5.65)', async () => {
    const { error } = await call('create', 'Node', { body: { ...aNode, resources: {} } });
    expect(Object.keys(error.details?.fields ?? {})).toEqual(
      expect.arrayContaining([
        ...['resources.cpu', 'resources.memory', 'resources.storage'],
        ...['resources.gpuModel', 'resources.gpuNumber'],
      ]),
    );
  });

  it('has its memory counted in MB and its storage in GB (SPEC-3.49, SPEC-3.50)', async () => {
    const { spec } = (await cluster.resource(computeNodes).find({ name: aNode.name })) ?? {};
    expect(spec?.resources).toMatchObject({ memory: '1024Gi', storage: '7000Gi' });
    const { resources } = (await operator.call('getNode', of(aNode.name))).body;
    expect(resources).toMatchObject({ memory: 1_048_576, storage: 7_000 });
  });

  it('enters maintenance with a reason for customers, and returns to service (SPEC-3.52, SPEC-4.19)', async () => {
    const maintenance = { reason: '更换电源', noticeSeconds: 900 };
    const { etag } = (await operator.call('getNode', of('node'))).body;
    const body = { status: 'maintenance', maintenance } as const;
    const resting = (await operator.call('setNodeStatus', { ...of('node'), body, ...match(etag) })).body;
    expect(resting).toMatchObject(body);
    const back = await operator.call('setNodeStatus', {
      ...of('node'),
      body: { status: 'active' },
      ...match(resting.etag),
    });
    expect(back.body).toMatchObject({ status: 'active', maintenance: null });
    const without = await operator.call('setNodeStatus', {
      ...of('node'),
      body: { status: 'maintenance' },
      ...match(back.body.etag),
    });
    expect(without.error.details?.fields).toEqual({ maintenance: 'required' });
  });

  it('has planned maintenance, which stays when it is deactivated, until it is canceled', async () => {
    const { etag } = (await operator.call('getNode', of('node'))).body;
    const times = { startTime: '2999-11-28T02:00:00+08:00', endTime: '2999-11-28T06:00:00+08:00' };
    const plan = { reason: '更换电源', noticeSeconds: 900, ...times };
    const over = await operator.call('planMaintenance', {
      ...{ ...of('node'), ...match(etag) },
      body: { ...plan, startTime: '2020-01-01T02:00:00Z', endTime: '2020-01-01T06:00:00Z' },
    });
    expect(over.error.details?.fields).toEqual({ endTime: 'dateInPast' });
    const planned = await operator.call('planMaintenance', { ...of('node'), body: plan, ...match(etag) });
    const shown = { startTime: '2999-11-27T18:00:00.000Z', endTime: '2999-11-27T22:00:00.000Z' };
    expect(planned.body).toMatchObject({
      ...{ status: 'active', maintenance: { ...plan, ...shown, startAfterwards: true } },
    });
    const off = await operator.call('setNodeStatus', {
      ...{ ...of('node'), ...match(planned.body.etag) },
      body: { status: 'inactive' },
    });
    expect(off.body).toMatchObject({ status: 'inactive', maintenance: shown });
    const on = await operator.call('setNodeStatus', {
      ...{ ...of('node'), ...match(off.body.etag) },
      body: { status: 'active' },
    });
    const canceled = await operator.call('cancelMaintenance', { ...of('node'), ...match(on.body.etag) });
    expect(canceled.body).toMatchObject({ status: 'active', maintenance: null });
  });

  it('can have an expected return date', async () => {
    const { etag } = (await operator.call('getNode', of('node'))).body;
    const say = (expectedBackAt: string | null, seen: string) =>
      operator.call('setNodeReturn', { ...of('node'), body: { expectedBackAt }, ...match(seen) });
    expect((await say('2020-01-01T02:00:00Z', etag)).error.details?.fields).toEqual({
      expectedBackAt: 'dateInPast',
    });
    const told = (await say('2999-11-28T02:00:00+08:00', etag)).body;
    expect(told.expectedBackAt).toBe('2999-11-27T18:00:00.000Z');
    expect((await say(null, told.etag)).body.expectedBackAt).toBeNull();
  });

  it('has GPUs quarantined, entry by entry, and released when they are repaired', async () => {
    const { etag } = (await operator.call('getNode', of('node'))).body;
    const sick = { gpuNumber: 1, address: '0000:17:00.0', reason: 'Xid 79' };
    const first = await operator.call('quarantineGpus', { ...of('node'), body: sick, ...match(etag) });
    const more = { gpuNumber: 2, devicePlugin: 'EXCLUDES', reason: '风扇' } as const;
    const stale = await operator.call('quarantineGpus', { ...of('node'), body: more, ...match(etag) });
    expect(stale.error.details).toMatchObject({ reason: 'STALE' });
    const second = await operator.call('quarantineGpus', {
      ...of('node'),
      body: more,
      ...match(first.body.etag),
    });
    expect(second.body.quarantine).toEqual([
      { ...sick, devicePlugin: 'OFFERS', by: 'admin', since: expect.any(String) },
      { ...more, address: null, by: 'admin', since: expect.any(String) },
    ]);
    const repaired = await operator.call('repairGpus', {
      ...of('node'),
      body: { entry: 0, reason: '更换' },
      ...match(second.body.etag),
    });
    expect(repaired.body.quarantine).toMatchObject([more]);
    const change = changeOf(aNode, { description: '二号机柜' });
    await call('update', 'Node', { ...of('node'), body: change, ...match(repaired.body.etag) });
    const edited = await operator.call('getNode', of('node'));
    expect(edited.body).toMatchObject({ description: '二号机柜', quarantine: [more] });
    const body = { ...sick, gpuNumber: 2 };
    const two = await operator.call('quarantineGpus', { ...of('node'), body, ...match(edited.body.etag) });
    expect(two.error.details?.fields).toEqual({ gpuNumber: 'outOfRange' });
    const last = await operator.call('repairGpus', {
      ...of('node'),
      body: { entry: 0, reason: '更换' },
      ...match(edited.body.etag),
    });
    expect(last.body.quarantine).toEqual([]);
  });

  it('is checked on request, if its region has GPU checks', async () => {
    const refused = await operator.call('checkGpus', of('node'));
    expect(refused.error.details).toMatchObject({ reason: 'GPUS_NOT_CHECKED' });
    const gpuCheck = { policy: 'AfterFaults', image: 'registry.example/gpu-check:1' };
    await cluster.resource(regions).mergePatch({ name: 'region' }, { spec: { gpuCheck } });
    await eventually(async () => {
      expect((await operator.call('checkGpus', of('node'))).body).toMatchObject({ name: 'node' });
    });
    const { metadata } = await cluster.resource(computeNodes).get({ name: 'node' });
    const askedAt = Date.parse(metadata.annotations?.[annotations.checkGpusAt] ?? '');
    expect(Math.abs(askedAt - portal.clock.now().getTime())).toBeLessThan(60_000);
    await cluster.resource(regions).mergePatch({ name: 'region' }, { spec: { gpuCheck: null } });
  });

  it('can be created from a Node that is not registered yet', async () => {
    for (const name of ['node', 'spare']) {
      const core = { apiVersion: 'v1', kind: 'Node', metadata: { name } };
      await controlPlane.kubectl(['apply', '--server-side', '--filename=-'], JSON.stringify(core));
    }
    const allocatable = {
      ...{ cpu: '127500m', memory: '1056964608Ki' },
      ...{ 'nvidia.com/A100': '8', 'nvidia.com/GB100_B200': '4', 'devices.kubevirt.io/kvm': '1k' },
    };
    await controlPlane.kubectl([
      'patch',
      'node',
      'spare',
      '--subresource=status',
      '--type=merge',
      `--patch=${JSON.stringify({ status: { allocatable, conditions: [{ type: 'Ready', status: 'True' }] } })}`,
    ]);
    const { items } = (await operator.call('listClusterNodes', { query: { registered: 'false' } })).body;
    expect(items).toEqual([
      {
        name: 'spare',
        registeredAs: null,
        ready: true,
        allocatable: { cpu: 127, memory: 1_032_192 },
        gpus: [{ gpu: 'gpu', count: 8 }],
        devices: [{ deviceName: 'nvidia.com/GB100_B200', count: 4 }],
        controlPlane: false,
      },
    ]);
    const all = (await operator.call('listClusterNodes', { query: { search: 'node' } })).body;
    expect(all.items).toMatchObject([{ name: 'node', registeredAs: 'node' }]);
  });
});

it.each(['../regions', 'a/b', '%2fb'])('%s, which would change the path, is refused', async (name) => {
  for (const { one } of kinds) expect((await call('get', one, of(name))).status).toBe(400);
});

describe('the deletion', () => {
  it('of the whole catalogue, in reverse order, is audited like all changes before it', async () => {
    await controlPlane.kubectl(['delete', 'workload.gpulease.dev', 'box', '--namespace=u-7', '--wait=false']);
    for (const { one, entry } of kinds.toReversed()) {
      await eventually(async () => {
        const { etag } = (await call('get', one, of(entry.name))).body;
        const { status } = await call('delete', one, { ...of(entry.name), ...match(etag) });
        expect(status).toBe(204);
      });
      expect((await call('get', one, of(entry.name))).status).toBe(404);
    }
    const entries = await portal.database
      .selectFrom('audit_entry')
      .select(['action', 'subject', 'actor', 'details'])
      .where('subject', '=', 'skus/sku')
      .orderBy('id')
      .execute();
    expect(entries.map(({ action }) => action)).toEqual([
      'CREATE_RESOURCE',
      'CHANGE_RESOURCE',
      'SET_RESOURCE_STATUS',
      'SET_RESOURCE_STATUS',
      'CHANGE_RESOURCE',
      'DELETE_RESOURCE',
    ]);
    expect(new Set(entries.map(({ actor }) => actor))).toEqual(new Set(['admin']));
    expect(entries.map(({ details }) => details)).toMatchObject([
      { memory: aSku.memory },
      { changes: { memory: { from: aSku.memory, to: 64 }, tags: { from: [], to: ['a', 'b'] } } },
      { changes: { status: { from: 'active', to: 'inactive' } } },
      { changes: { status: { from: 'inactive', to: 'active' } } },
      { changes: expect.any(Object) },
      {},
    ]);
  });
});
