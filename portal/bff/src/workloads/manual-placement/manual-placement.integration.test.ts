import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  computeNodes,
  fieldManagers,
  gpus,
  regions,
  type ComputeNodeStatus,
  type RegionStatus,
} from '@gpulease/crds';
import type { WorkloadSchedule } from '@gpulease/contract/operated-workloads';
import type { BodyInput } from '@gpulease/contract/routes';
import { eventually } from '@gpulease/kube/testing';
import type { ApiClient } from '../../testing/api-client.ts';
import { openScene, type Scene } from '../../testing/scene.ts';
import type { TestCluster } from '../testing/cluster.ts';

const ADDRESS = '203.0.113.7';

let scene: Scene;
let cluster: TestCluster;
let admin: ApiClient;
let params: { user: string; name: string };
let userId: string;
let nodes: { free: string; full: string; other: string; closed: string };

const capacity = { cpu: 64, memory: '512Gi', storage: '4Ti', gpus: 1 };

beforeAll(async () => {
  scene = await openScene();
  cluster = scene.cluster;
  admin = await scene.portal.admin();
  await addCatalogue();
  const username = 'renter';
  const { id } = await scene.aRenter(username);
  userId = id;
  await cluster.createWorkload(id, 'box', {
    ports: [{ name: 'jupyter', protocol: 'TCP', port: 8888, targetPort: 8888 }],
  });
  await cluster.createWorkload(id, 'neighbour');
  await cluster.asOperator(id, 'neighbour', {
    phase: 'Running',
    placed: { node: nodes.full, at: new Date().toISOString() },
    resources: {
      cpu: 8,
      memory: '32Gi',
      disk: '200Gi',
      gpu: { model: 'a100', deviceName: 'example.com/a100', count: 1 },
    },
    sshPort: 30_000,
  });
  params = { user: username, name: 'box' };
  await eventually(async () => expect((await plan()).nodes.map(({ fit }) => fit)).toContain('NO_ROOM'));
});
afterAll(() => scene.stop());

/** Four nodes of the region: one fits, one is full, one does not offer the SKU, one is in maintenance. */
async function addCatalogue(): Promise<void> {
  const { region, sku } = cluster.names;
  const named = (name: string) => `${name}-${region}`;
  nodes = { free: named('free'), full: named('full'), other: named('other'), closed: named('closed') };
  await cluster.cluster.resource(gpus).create({
    metadata: { name: 'a100' },
    spec: { vendor: 'NVIDIA', model: 'A100', memory: '80Gi', deviceName: 'example.com/a100' },
  });
  for (const name of Object.values(nodes)) await addNode(name, name === nodes.other ? 'another' : sku);
  await cluster.cluster
    .resource(regions)
    .mergePatch({ name: region }, { spec: { http: { domain: 'east.example.com' } } });
  await showRegion({});
}

function showRegion(status: RegionStatus) {
  const nodePorts = { first: 30_000, last: 30_009, free: 9 };
  return cluster.cluster
    .resource(regions)
    .applyStatus(
      { metadata: { name: cluster.names.region }, status: { nodePorts, ...status } },
      { fieldManager: fieldManagers.operator, force: true },
    );
}

async function addNode(name: string, sku: string): Promise<void> {
  const client = cluster.cluster.resource(computeNodes);
  const resources = { ...capacity, gpus: { model: 'a100', count: 1 } };
  await client.create({
    metadata: { name },
    spec: { description: 'For tests', region: cluster.names.region, resources, skus: [sku], state: 'Active' },
  });
  const isClosed = name === nodes.closed;
  const status: ComputeNodeStatus = {
    architecture: 'amd64',
    capacity,
    free: capacity,
    conditions: [
      {
        type: 'Schedulable',
        status: isClosed ? 'False' : 'True',
        reason: isClosed ? 'Maintenance' : 'Open',
        message: isClosed
          ? 'The node is in maintenance, so no machine is placed on it.'
          : 'Machines can be placed on the node.',
        lastTransitionTime: new Date().toISOString(),
      },
    ],
  };
  await client.applyStatus(
    { metadata: { name }, status },
    { fieldManager: fieldManagers.operator, force: true },
  );
}

const plan = async () => (await admin.call('getWorkloadPlan', { params })).body;

/** Sends the plan with the given changes. */
async function schedule(change: Partial<WorkloadSchedule> = {}) {
  const { node, ipAddress, sshPort, ports, http, startTime, etag } = await plan();
  const chosen = { node: node ?? '', ipAddress, sshPort: sshPort ?? 0, ports, http, startTime };
  const body = { ...chosen, reason: 'Its data is there', ...change };
  return admin.call('scheduleWorkload', { params, body, headers: { 'If-Match': `"${etag}"` } });
}

const refusedFields = async (change: Partial<WorkloadSchedule>) =>
  (await schedule(change)).error.details?.fields;

describe('the plan for a machine', () => {
  it('chooses a suitable node, and states why the others are not', async () => {
    const { node, nodes: judged } = await plan();
    expect(node).toBe(nodes.free);
    const ofNode = (name: string) => judged.find((one) => one.name === name);
    expect(ofNode(nodes.free)).toMatchObject({ fit: 'FITS', message: '', gpuModel: 'a100', freeGpus: 1 });
    expect(ofNode(nodes.full)).toMatchObject({ fit: 'NO_ROOM', freeGpus: 0 });
    expect(ofNode(nodes.full)?.message).toContain('does not have 1 A100');
    expect(ofNode(nodes.other)).toMatchObject({ fit: 'SKU_NOT_OFFERED' });
    expect(ofNode(nodes.closed)).toMatchObject({
      fit: 'CLOSED',
      message: 'The node is in maintenance, so no machine is placed on it.',
    });
  });

  it('counts the memory that KubeVirt adds to a machine by the ratio of its configuration', async () => {
    const fit = async () => (await plan()).nodes.find(({ name }) => name === nodes.free)?.fit;
    await showRegion({ additionalGuestMemoryOverheadRatio: '5000' });
    await eventually(async () => expect(await fit()).toBe('TOO_SMALL'));
    await showRegion({});
    await eventually(async () => expect(await fit()).toBe('FITS'));
  });

  it('has the address, the first free port, the ordered ports and a start time', async () => {
    const { ipAddress, addresses, sshPort, portRange, ports, http, httpDomain, startTime } = await plan();
    expect([ipAddress, addresses]).toEqual([ADDRESS, [ADDRESS]]);
    expect([sshPort, portRange]).toEqual([30_001, { first: 30_000, last: 30_009 }]);
    expect(ports).toEqual([{ protocol: 'TCP', port: 8888, targetPort: 8888 }]);
    expect([http, httpDomain]).toEqual([null, 'east.example.com']);
    expect(startTime).not.toBeNull();
  });
});

describe('a choice that the operator would refuse', () => {
  it.each<[string, Partial<WorkloadSchedule>, object]>([
    ['an address of another region', { ipAddress: '198.51.100.1' }, { ipAddress: 'addressNotInRegion' }],
    ['a port of another machine', { sshPort: 30_000 }, { sshPort: 'outsidePortTaken' }],
    ['a port outside the range', { sshPort: 22 }, { sshPort: 'outOfRange' }],
    [
      'a host under another domain',
      { http: { host: 'box.example.org', targetPort: 80 } },
      { 'http.host': 'hostNotInRegion' },
    ],
    [
      'a start in a year',
      { startTime: new Date(Date.now() + 365 * 86_400_000).toISOString() },
      { startTime: 'startTooLate' },
    ],
  ])('is refused at its field: %s', async (_, change, fields) => {
    expect(await refusedFields(change)).toEqual(fields);
  });

  it.each(['other', 'closed'] as const)('is refused at its field: the %s node', async (name) => {
    expect(await refusedFields({ node: nodes[name] })).toEqual({ node: 'nodeUnfit' });
  });

  it('is refused when fields are missing', async () => {
    const { etag } = await plan();
    const body = { node: nodes.free } as WorkloadSchedule;
    const answer = await admin.call('scheduleWorkload', {
      params,
      body,
      headers: { 'If-Match': `"${etag}"` },
    });
    expect(Object.keys(answer.error.details?.fields ?? {}).sort()).toEqual([
      'http',
      'ipAddress',
      'ports',
      'reason',
      'sshPort',
      'startTime',
    ]);
  });
});

describe('a choice', () => {
  it('is written to the custom resource, and keeps the names of ports (SPEC-4.10)', async () => {
    const startTime = new Date(Date.now() + 3_600_000).toISOString();
    const http = { host: 'box.east.example.com', targetPort: 8080 };
    const { status, body } = await schedule({ startTime, http, sshPort: 30_005 });
    expect([status, body.observed]).toEqual([202, false]);
    expect((await cluster.get(userId, 'box'))?.spec).toMatchObject({
      placement: { nodeName: nodes.free, address: ADDRESS, sshPort: 30_005, startTime },
      ports: [{ name: 'jupyter', protocol: 'TCP', port: 8888, targetPort: 8888 }],
      http,
    });
    await eventually(async () => expect(await plan()).toMatchObject({ startTime, http, sshPort: 30_005 }));
  });

  it('is refused if it is based on an old state', async () => {
    const { node, ipAddress, sshPort, ports, http, startTime } = await plan();
    const body = { node: node ?? '', ipAddress, sshPort: sshPort ?? 0, ports, http, startTime, reason: 'x' };
    const answer = await admin.call('scheduleWorkload', { params, body, headers: { 'If-Match': '"77"' } });
    expect(answer.error.details?.reason).toBe('STALE');
  });

  it('may be a full node, for which it waits', async () => {
    expect((await schedule({ node: nodes.full })).status).toBe(202);
    expect((await cluster.get(userId, 'box'))?.spec.placement?.nodeName).toBe(nodes.full);
  });
});

describe('a running machine', () => {
  const present = { node: '' };
  beforeAll(async () => {
    present.node = nodes.closed;
    await cluster.asOperator(userId, 'box', {
      phase: 'Running',
      placed: { node: present.node, at: new Date().toISOString() },
    });
    await eventually(async () => expect((await plan()).node).toBe(present.node));
  });
  // Restores the state for later tests.
  afterAll(() => cluster.asOperator(userId, 'box', { phase: 'Pending' }));

  it('is planned on its current node, even if that takes no new machines, and immediately', async () => {
    const { nodes: judged, startTime } = await plan();
    expect(judged.find(({ name }) => name === present.node)).toMatchObject({ fit: 'FITS', message: '' });
    expect(startTime).toBeNull();
    const { body } = await admin.call('getAnyWorkload', { params });
    expect(body.allowedActions).toContain('schedule');
  });

  it('is not sent to a node without room, or for a later time', async () => {
    expect(await refusedFields({ node: nodes.full })).toEqual({ node: 'nodeFull' });
    expect(await refusedFields({ node: nodes.other })).toEqual({ node: 'nodeUnfit' });
    const startTime = new Date(Date.now() + 3_600_000).toISOString();
    expect(await refusedFields({ startTime })).toEqual({ startTime: 'invalid' });
  });

  it('is moved by the one field that kubectl would change, and keeps its order, price and power', async () => {
    const before = await cluster.get(userId, 'box');
    expect((await schedule({ node: nodes.free })).status).toBe(202);
    const after = await cluster.get(userId, 'box');
    const { placement: _, ...others } = before?.spec ?? ({} as never);
    expect(after?.spec).toMatchObject({ ...others, placement: { nodeName: nodes.free } });
    expect(after?.spec.restartedAt).toBe(before?.spec.restartedAt);
    const { items } = (await admin.call('listAuditEntries', { query: { action: 'SCHEDULE_WORKLOAD' } })).body;
    expect(items[0]?.details).toMatchObject({ reason: 'Its data is there' });
  });
});

describe('an order for a customer', () => {
  const place = () => ({
    ...{ node: nodes.free, ipAddress: ADDRESS, sshPort: 30_007, reason: 'Ordered by phone' },
    ports: [{ protocol: 'TCP' as const, port: 8080, targetPort: 80 }],
    http: { host: 'shop.east.example.com', targetPort: 80 },
    startTime: new Date(Date.now() + 3_600_000).toISOString(),
  });
  const order = (user: string, change: Partial<BodyInput<'createAnyWorkload'>> = {}) => {
    const { whenSoldOut: _, ...asked } = scene.order({ name: 'shop' });
    return admin.call('createAnyWorkload', { params: { user }, body: { ...asked, ...place(), ...change } });
  };

  it('is paid by the customer, who is notified, and placed where the operator chose', async () => {
    const { browser, id } = await scene.aRenter('caller');
    const wish = place();
    const { status, body } = await order('caller', wish);
    expect([status, body.user, body.status]).toEqual([201, 'caller', 'PENDING']);
    await eventually(async () =>
      expect((await cluster.get(id, 'shop'))?.spec).toMatchObject({
        placement: { nodeName: nodes.free, address: ADDRESS, sshPort: 30_007, startTime: wish.startTime },
        ports: wish.ports,
        http: wish.http,
      }),
    );
    expect((await browser.call('getBalance')).body.held).not.toBe('0.00');
    const { items: quotas } = (await browser.call('getQuotas')).body;
    expect(quotas).toContainEqual({ of: 'startsPerHour', used: 0, limit: 30 });
    const { items: notices } = (await browser.call('listNotices')).body;
    expect(notices.map(({ kind, workload }) => [kind, workload])).toEqual([['ORDERED_BY_ADMIN', 'shop']]);
    const { items } = (await admin.call('listAuditEntries', { query: { action: 'CREATE_WORKLOAD' } })).body;
    expect(items[0]).toMatchObject({ subject: 'caller/shop', details: { reason: 'Ordered by phone' } });
  });

  it('is refused if a part of its placement is missing or unavailable (SPEC-5.70, SPEC-5.76, SPEC-5.77, SPEC-5.78, SPEC-5.79, SPEC-5.80)', async () => {
    await scene.aRenter('second');
    const bare = {
      node: '',
      ipAddress: undefined,
      sshPort: undefined,
      ports: [],
      http: undefined,
      startTime: undefined,
    };
    const { error } = await order('second', bare as never);
    expect(Object.keys(error.details?.fields ?? {}).toSorted()).toEqual([
      'http',
      'ipAddress',
      'node',
      'ports',
      'sshPort',
      'startTime',
    ]);
    const withoutTcp = await order('second', { ports: [{ protocol: 'UDP', port: 8080, targetPort: 80 }] });
    expect(withoutTcp.error.details?.fields).toEqual({ ports: 'required' });
    const wrong = await order('second', { ipAddress: '256.1.1.1' });
    expect(wrong.error.details?.fields).toEqual({ ipAddress: 'ipAddress' });
    const elsewhere = await order('second', { node: nodes.closed, sshPort: 30_000 });
    expect(elsewhere.error.details?.fields).toEqual({ node: 'nodeUnfit', sshPort: 'outsidePortTaken' });
    expect((await order('nobody')).error.code).toBe('RESOURCE_NOT_FOUND');
  });

  it('is placed once, however often it is sent, at the confirmed price', async () => {
    const { id } = await scene.aRenter('twice');
    const { whenSoldOut: _, ...asked } = scene.order({ name: 'once' });
    const http = { host: 'once.east.example.com', targetPort: 80 };
    const body = { ...asked, ...place(), sshPort: 30_009, http };
    const headers = { 'Idempotency-Key': 'order-of-twice' };
    const send = () => admin.call('createAnyWorkload', { params: { user: 'twice' }, body, headers });
    expect([(await send()).status, (await send()).status]).toEqual([201, 201]);
    const orders = await scene.portal.database
      .selectFrom('workload_order')
      .select(['name', 'price', 'unit'])
      .where('user_id', '=', id)
      .execute();
    expect(orders.map(({ name, unit }) => [name, unit])).toEqual([['once', body.expectedUnit]]);
    const cheaper = {
      ...body,
      name: 'cheaper',
      sshPort: 30_004,
      http: { ...http, host: 'c.east.example.com' },
    };
    const { error } = await order('twice', { ...cheaper, expectedPrice: '0.01' });
    expect(error.details?.reason).toBe('PRICE_CHANGED');
  });

  it('is for customers only, and can be placed by operators only', async () => {
    const { browser } = await scene.aRenter('curious');
    const { items: operators } = (await admin.call('listUsers', { query: { role: 'ADMIN' } })).body;
    expect((await order(operators[0]?.username ?? 'none')).error.code).toBe('RESOURCE_NOT_FOUND');
    const { whenSoldOut: _, ...asked } = scene.order({ name: 'shop' });
    const own = await browser.call('createAnyWorkload', {
      params: { user: 'curious' },
      body: { ...asked, ...place() },
    });
    expect(own.error.code).toBe('PERMISSION_DENIED');
    await admin.call('setUserStatus', {
      params: { username: 'curious' },
      body: { status: 'inactive', reason: 'Left' },
    });
    const { error } = await order('curious', {
      sshPort: 30_006,
      http: { host: 'curious.east.example.com', targetPort: 80 },
    });
    expect(error).toMatchObject({ code: 'USER_DISABLED', details: { reason: 'CUSTOMER_DISABLED' } });
  });

  it('is refused if the customer lacks the money, with an error about the customer', async () => {
    await scene.aRenter('poor', 0n);
    const { error } = await order('poor', {
      sshPort: 30_008,
      http: { host: 'poor.east.example.com', targetPort: 80 },
    });
    expect([error.code, error.details?.reason]).toEqual(['INSUFFICIENT_FUNDS', 'CUSTOMER_FUNDS']);
  });

  it('is quoted for the customer beforehand', async () => {
    const { sku, region, policy } = cluster.names;
    const body = { sku, region, pricing: policy };
    const quoted = await admin.call('createAnyQuote', { params: { user: 'poor' }, body });
    expect([quoted.status, quoted.body.affordable]).toEqual([200, false]);
  });
});

describe('the objects behind a machine', () => {
  it('are shown as in the cluster', async () => {
    const { body } = await admin.call('getWorkloadInspection', { params: { ...params, name: 'neighbour' } });
    expect(body).toMatchObject({
      placement: { node: nodes.full, until: null, diskNode: null },
      virtualMachine: null,
      instance: null,
      launchers: [],
    });
    expect(body.yaml).toMatch(/^apiVersion: gpulease\.dev\/v1alpha1\nkind: Workload\nmetadata:\n/);
    expect(body.yaml).not.toContain('managedFields');
  });
});

describe('machines', () => {
  it('are found by the reason for which they wait', async () => {
    await cluster.asOperator(userId, 'box', { phase: 'Pending', reason: 'NoCapacity', message: 'No room.' });
    const waiting = async (reason: string) =>
      (await admin.call('listAllWorkloads', { query: { user: params.user, reason } })).body.items;
    await eventually(async () => expect(await waiting('NoCapacity')).toMatchObject([{ name: 'box' }]));
    expect(await waiting('Queued')).toEqual([]);
  });
});
