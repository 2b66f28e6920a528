import { randomUUID } from 'node:crypto';
import {
  labels,
  regions,
  tenantNamespace,
  tenants,
  workloads as definition,
  type Workload,
} from '@gpulease/crds';
import type { Workload as WorkloadView } from '@gpulease/contract/workloads';
import type { BodyInput, QueryInput } from '@gpulease/contract/routes';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Registry } from 'prom-client';
import { connect, events, type Informer } from '@gpulease/kube';
import { findViolations } from '../worker/check-books.ts';
import { give } from '../testing/books.ts';
import { readDunningSchedule } from '../dunning/schedule.ts';
import { createBillingMetrics } from '../worker/metrics.ts';
import { startWorker, type BillingWorker } from '../worker/run.ts';
import { runOutbox, type Outbox } from '../jobs/runner.ts';
import { startRental } from '../rental.ts';
import type { ApiClient } from '../testing/api-client.ts';
import { eventually } from '@gpulease/kube/testing';
import { startTestPortal, type TestPortal } from '../testing/test-portal.ts';
import { orderOutboxHandlers } from '../orders/outbox-handlers.ts';
import { findWorkload, findWorkloads } from './sources.ts';
import { fundedOf, openCluster, scheduled, type TestCluster } from './testing/cluster.ts';

const sshKey =
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAII0nRLjv7ECA8UZYBgpvdtGcYOIc5KpApTJruhZFE1s1 somebody@somewhere';

let cluster: TestCluster;
let portal: TestPortal;
let rental: ReturnType<typeof startRental>;
let worker: BillingWorker;
let outbox: Outbox;
beforeAll(async () => {
  cluster = await openCluster();
  portal = await startTestPortal({
    handlers: (parts) => {
      rental = startRental({ ...parts, cluster: cluster.cluster });
      return rental.handlers;
    },
  });
  await rental.ready();
  outbox = startOutbox();
  const { database, log } = portal;
  worker = startWorker({
    cluster: cluster.cluster,
    database,
    dunning: readDunningSchedule({}),
    metrics: createBillingMetrics(new Registry()),
    log,
    sweepMs: 200,
  });
});
afterEach(async () => {
  await eventually(async () => expect(await findViolations(portal.database)).toEqual([]));
});
afterAll(async () => {
  await Promise.all([worker.stop(), outbox.stop(), rental.stop()]);
  await portal.stop();
  await cluster.close();
});

function startOutbox(handlers = rental.outboxHandlers): Outbox {
  const { database, log } = portal;
  return runOutbox({ database, log, handlers, concurrency: 2 });
}

interface Customer {
  readonly browser: ApiClient;
  readonly id: string;
  readonly username: string;
}

/** Signs in a new customer, who has `fen` and has never ordered. */
async function aNewCustomer(fen = 1_000n): Promise<Customer> {
  const browser = await portal.customer();
  const { username } = (await browser.call('getMe')).body;
  const { id } = await portal.database
    .selectFrom('user_account')
    .select('id')
    .where('username', '=', username)
    .executeTakeFirstOrThrow();
  if (fen > 0n) await give(portal.database, id, fen);
  return { browser, id, username };
}

/** Creates a customer with a Tenant and a namespace. */
async function aCustomer(fen?: bigint): Promise<Customer> {
  const customer = await aNewCustomer(fen);
  await cluster.addTenant(customer.id, customer.username);
  return customer;
}

function anOrder(change: Partial<BodyInput<'createWorkload'>> = {}): BodyInput<'createWorkload'> {
  const { sku, region, image, policy } = cluster.names;
  return {
    name: 'box',
    sku,
    region,
    image,
    pricing: policy,
    rootDiskSize: 100,
    authorizedKeys: [sshKey],
    ...present,
    ...change,
  };
}

const present = { expectedPrice: '1.58', expectedUnit: 'HOUR' } as const;
const priceChanged = { reason: 'PRICE_CHANGED', price: '1.58', unit: 'HOUR' };
const named = { params: { name: 'box' } };
const order = (browser: ApiClient, change?: Partial<BodyInput<'createWorkload'>>, headers = {}) =>
  browser.call('createWorkload', { body: anOrder(change), headers });
const shown = async (browser: ApiClient): Promise<WorkloadView> =>
  (await browser.call('getWorkload', named)).body;
const held = async (browser: ApiClient) => (await browser.call('getBalance')).body.held;

async function isFunded({ id }: Customer): Promise<void> {
  await eventually(async () => expect(fundedOf(await cluster.get(id, 'box'))).toBe('True OrderAccepted'));
}

/** Plays the operator: the machine runs, or is stopped. */
async function operate(customer: Customer, status: Workload['status'] & object): Promise<void> {
  await cluster.asOperator(customer.id, 'box', status);
  const phase = status.phase?.toUpperCase();
  await eventually(async () => expect((await shown(customer.browser)).status).toBe(phase));
}

describe('an order', () => {
  it('is paid for, becomes a Workload with its label, and is funded (SPEC-1.3)', async () => {
    const customer = await aCustomer();
    const { status, body } = await order(customer.browser);
    expect(status).toBe(201);
    expect(body).toMatchObject({ name: 'box', status: 'PENDING', pricing: { price: '1.58' } });
    await isFunded(customer);
    const workload = await cluster.get(customer.id, 'box');
    expect(workload?.metadata.labels).toMatchObject({
      'gpulease.dev/order': body.orderId,
      'gpulease.dev/tenant': customer.id,
    });
    expect(workload?.metadata.finalizers).toEqual(['gpulease.dev/workload', 'gpulease.dev/billing']);
    expect((await customer.browser.call('getBalance')).body).toMatchObject({
      held: '1.58',
      available: '8.42',
    });
    expect((await customer.browser.call('listWorkloads')).body.items).toHaveLength(1);
  });

  it('is shown with all that was ordered (SPEC-3.55, SPEC-3.56, SPEC-3.57, SPEC-3.58, SPEC-3.59, SPEC-3.61, SPEC-3.62, SPEC-3.66, SPEC-3.67, SPEC-3.70, SPEC-3.71, SPEC-3.72, SPEC-3.74, SPEC-3.75, SPEC-3.76)', async () => {
    const customer = await aCustomer();
    const { sku, region, image, policy } = cluster.names;
    const ports = [{ protocol: 'UDP' as const, port: 8_888, targetPort: 80 }];
    const { body } = await order(customer.browser, { ports, skuQuantity: 2, expectedPrice: '3.16' });
    await isFunded(customer);
    expect((await cluster.get(customer.id, 'box'))?.spec).toMatchObject({
      type: 'VirtualMachine',
      skuQuantity: 2,
    });
    expect(await shown(customer.browser)).toMatchObject({
      name: 'box',
      user: customer.username,
      type: 'VIRTUAL_MACHINE',
      sku,
      skuId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      skuQuantity: 2,
      pricing: { name: policy },
      region,
      image,
      rootDiskSize: 100,
      ports,
      orderId: body.orderId,
      createdAt: expect.stringMatching(/^\d{4}-/),
    });
  });

  it('creates the Tenant if it is a customer’s first, and before that is shown under the customer’s name', async () => {
    const customer = await aNewCustomer();
    const { id, username, browser } = customer;
    const name = id;
    expect(await cluster.cluster.resource(tenants).find({ name })).toBeUndefined();
    expect((await order(browser)).status).toBe(201);
    expect((await shown(browser)).user).toBe(username);
    await eventually(async () =>
      expect((await cluster.cluster.resource(tenants).find({ name }))?.spec.username).toBe(username),
    );
    await cluster.controlPlane.kubectl(['create', 'namespace', tenantNamespace(id)]);
    await isFunded(customer);
  });

  it('is found by a portal that has not seen its Workload yet', async () => {
    const customer = await aCustomer();
    await order(customer.browser);
    await isFunded(customer);
    const deaf = { store: { get: () => undefined, byIndex: () => [] } } as unknown as Informer<Workload>;
    const named = { userId: customer.id, name: 'box' };
    const found = await findWorkload(portal.database, deaf, named);
    expect(found?.workload.status?.phase).toBe('Pending');
    expect(await findWorkloads(portal.database, deaf, customer.id)).toHaveLength(1);
  });

  it('is found for its Workload before the worker has recorded it there', async () => {
    const customer = await aCustomer();
    const { body } = await order(customer.browser);
    await isFunded(customer);
    const { status: { billing, ...status } = {}, ...workload } =
      (await cluster.get(customer.id, 'box')) ?? {};
    expect(billing?.orderId).toBe(body.orderId);
    const early = { store: { get: () => ({ ...workload, status }) } } as unknown as Informer<Workload>;
    const found = await findWorkload(portal.database, early, { userId: customer.id, name: 'box' });
    expect(found).toMatchObject({ workload: { status }, orderId: body.orderId });
  });

  it('gets the same response again under its key, and is refused under the key with other content', async () => {
    const { browser } = await aCustomer();
    const headers = { 'Idempotency-Key': 'one-key-for-all' };
    const [first, second] = [await order(browser, {}, headers), await order(browser, {}, headers)];
    expect(second.body).toEqual(first.body);
    const other = await order(browser, { name: 'other' }, headers);
    expect([other.status, other.error.details?.reason]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
    expect((await browser.call('listWorkloads')).body.total).toBe(1);
  });

  it('is placed once when 100 compete for money for one', async () => {
    const { browser } = await aCustomer(200n);
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => order(browser, { name: `box-${index}` })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 402)).toHaveLength(99);
    expect(await held(browser)).toBe('1.58');
  });

  interface Refusal {
    name: string;
    fen?: bigint;
    change: Partial<BodyInput<'createWorkload'>>;
    expected: [number, string, object];
  }
  const refusals: Refusal[] = [
    {
      name: 'with too little money, stating how much is missing',
      fen: 100n,
      change: {},
      expected: [402, 'INSUFFICIENT_FUNDS', { missing: '0.58' }],
    },
    {
      name: 'at a price that has changed, stating the new one',
      change: { expectedPrice: '1.50' },
      expected: [409, 'REQUEST_FAILED', { ...priceChanged, charge: '0.00' }],
    },
    {
      name: 'at a unit that has changed, stating the new one',
      change: { expectedUnit: 'DAY' },
      expected: [409, 'REQUEST_FAILED', { ...priceChanged, charge: '0.00' }],
    },
    {
      name: 'with the charge of a term when none is charged',
      change: { expectedCharge: '1.58' },
      expected: [409, 'REQUEST_FAILED', { ...priceChanged, charge: '0.00' }],
    },
    {
      name: 'of an SKU that does not exist',
      change: { sku: 'nothing' },
      expected: [400, 'INVALID_ARGUMENT', { fields: { sku: 'notOffered' } }],
    },
    {
      name: 'under a policy that the SKU does not have',
      change: { pricing: 'other' },
      expected: [400, 'INVALID_ARGUMENT', { fields: { pricing: 'notOffered' } }],
    },
    {
      name: 'with a disk larger than is included',
      change: { rootDiskSize: 201 },
      expected: [400, 'INVALID_ARGUMENT', { fields: { rootDiskSize: 'diskTooLarge' } }],
    },
    {
      name: 'with a term on demand',
      change: { pricingQuantity: 2 },
      expected: [400, 'INVALID_ARGUMENT', { fields: { pricingQuantity: 'outOfRange' } }],
    },
  ];
  it.each(refusals)('is refused $name, and leaves nothing behind', async ({ fen, change, expected }) => {
    const { browser } = await aCustomer(fen);
    const [status, code, details] = expected;
    const answer = await order(browser, change);
    expect(answer.status).toBe(status);
    expect(answer.error).toMatchObject({ code, details });
    expect((await browser.call('listWorkloads')).body.total).toBe(0);
    expect(await held(browser)).toBe('0.00');
  });

  it('is refused under a name that is taken (SPEC-8.29)', async () => {
    const { browser } = await aCustomer();
    await order(browser);
    expect((await order(browser)).error).toMatchObject({
      code: 'NAME_TAKEN',
      message: '已有同名实例，请换一个名称',
    });
  });

  it('is rejected and refunded if its name was taken in the cluster', async () => {
    const customer = await aCustomer();
    await outbox.stop();
    const { body } = await order(customer.browser);
    await cluster.createWorkload(customer.id, 'box');
    outbox = startOutbox();
    await eventually(async () => {
      const { state } = await orderRow(body.orderId);
      expect(state).toBe('REJECTED');
    });
    // The other Workload is adopted now that its name is free again.
    await isFunded(customer);
    expect(await held(customer.browser)).toBe('1.58');
  });

  it('continues after a process died between creating the Workload and recording it', async () => {
    const customer = await aCustomer();
    await outbox.stop();
    const { body } = await order(customer.browser);
    const label = { 'gpulease.dev/order': body.orderId ?? '' };
    await cluster.cluster.resource(definition).create({
      metadata: { name: 'box', namespace: `u-${customer.id}`, labels: label },
      spec: cluster.spec(),
    });
    outbox = startOutbox();
    await isFunded(customer);
    await eventually(async () => expect((await orderRow(body.orderId)).state).toBe('ACTIVE'));
    expect((await customer.browser.call('listWorkloads')).body.total).toBe(1);
    expect(await held(customer.browser)).toBe('1.58');
  });
});

it('a quote states how long the balance lasts in addition to what already runs', async () => {
  const customer = await aCustomer(100_000n);
  const { browser } = customer;
  const { sku, region, policy: pricing } = cluster.names;
  const quoted = async () => (await browser.call('createQuote', { body: { sku, region, pricing } })).body;
  const alone = (await quoted()).runtimeHours ?? 0;
  await order(browser);
  await isFunded(customer);
  const startedAt = new Date().toISOString();
  await cluster.asOperator(customer.id, 'box', { phase: 'Running', runs: [{ id: 'a', startedAt }] });
  await eventually(async () => expect((await browser.call('getBalance')).body.runningWorkloads).toBe(1));
  // A second machine like the first halves the time.
  expect((await quoted()).runtimeHours).toBeCloseTo(alone / 2, 0);
});

describe('an order for a sold-out SKU', () => {
  const available = async ({ browser }: Customer, count: number) => {
    const { sku, region, policy: pricing } = cluster.names;
    const quoted = () => browser.call('createQuote', { body: { sku, region, pricing } });
    await cluster.offer(count);
    await eventually(async () => expect((await quoted()).body.available).toBe(count));
  };
  const noRoom = { phase: 'Pending', reason: 'NoCapacity', message: 'No node has room.' } as const;

  it('is refused, or waits unpaid in the queue as long as its customer wants', async () => {
    const [customer, behind] = [await aCustomer(), await aCustomer()];
    await available(customer, 0);
    try {
      const refused = await order(customer.browser);
      expect(refused.error.details?.reason).toBe('SOLD_OUT');
      expect((await order(customer.browser, { whenSoldOut: 'WAIT' })).status).toBe(201);
      await isFunded(customer);
      expect((await cluster.get(customer.id, 'box'))?.spec.whenSoldOut).toBe('Wait');
      await order(behind.browser, { whenSoldOut: 'WAIT' });
      await isFunded(behind);
      for (const { id } of [customer, behind]) await cluster.asOperator(id, 'box', noRoom);
      const placeOf = async ({ browser }: Customer) => (await shown(browser)).queuePlace;
      await eventually(async () =>
        expect([await placeOf(customer), await placeOf(behind)].sort()).toEqual([1, 2]),
      );
      // Within the same second the name decides.
      const [next, last] = (await placeOf(customer)) === 1 ? [customer, behind] : [behind, customer];
      expect((await shown(next.browser)).cost.total).toBe('0.00');
      await next.browser.call('destroyWorkload', named);
      await eventually(async () => expect(await placeOf(last)).toBe(1));
      await cluster.asOperator(next.id, 'box', { phase: 'Destroyed' });
      await cluster.finishDestroying(next.id, 'box');
      await eventually(async () => expect(await held(next.browser)).toBe('0.00'));
    } finally {
      await available(customer, 1_000);
    }
  });

  it('ends if the SKU is available in the catalogue but not in the cluster, and its page shows why', async () => {
    const customer = await aCustomer();
    expect((await order(customer.browser)).status).toBe(201);
    await isFunded(customer);
    expect((await cluster.get(customer.id, 'box'))?.spec.whenSoldOut).toBe('Refuse');
    const soldOut = { reason: 'OrderSoldOut', message: 'No capacity was free for this order.' } as const;
    const halt = { reason: soldOut.reason, at: new Date().toISOString() };
    await cluster.asOperator(customer.id, 'box', { phase: 'Stopped', ...soldOut, halt });
    await eventually(async () => expect(await held(customer.browser)).toBe('0.00'));
    expect(await shown(customer.browser)).toMatchObject({
      status: 'STOPPED',
      reason: 'OrderSoldOut',
      message: expect.stringContaining('The money is back in your balance'),
    });
    const start = await customer.browser.call('startWorkload', { ...named, body: present });
    expect(start.status).toBe(409);
  });

  it('for a term never waits, as the term is paid immediately', async () => {
    const customer = await aCustomer(10_000n);
    await available(customer, 0);
    try {
      const term = { pricing: cluster.names.reserved, ...tenYuan, whenSoldOut: 'WAIT' } as const;
      expect((await order(customer.browser, term)).error.details?.reason).toBe('SOLD_OUT');
    } finally {
      await available(customer, 1_000);
    }
  });
});

const tenYuan = { expectedPrice: '10.00', expectedUnit: 'DAY', expectedCharge: '10.00' } as const;

describe('an order that the cluster does not accept', () => {
  /** Runs with an outbox that may not write: the API server answers 403, as it does to everyone while it starts. */
  async function withoutRights(work: (grant: () => Promise<void>) => Promise<void>): Promise<void> {
    const { controlPlane } = cluster;
    const user = `outbox-${randomUUID().slice(0, 8)}`;
    const stranger = connect({ kubeconfig: await controlPlane.addUser({ name: user }) });
    await outbox.stop();
    outbox = startOutbox(orderOutboxHandlers(stranger, portal.log));
    const grant = `create clusterrolebinding ${user} --clusterrole=cluster-admin --user=${user}`;
    try {
      await work(async () => {
        await controlPlane.kubectl(grant.split(' '));
      });
    } finally {
      await outbox.stop();
      await stranger.close();
      outbox = startOutbox();
    }
  }

  const triedAt = (key: string, topic: string) =>
    eventually(async () => {
      const entry = await portal.database
        .selectFrom('outbox')
        .select(['attempts', 'last_error'])
        .where((row) => row.and({ key, topic }))
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow();
      expect(entry.attempts).toBeGreaterThan(1);
      expect(entry.last_error).toContain('forbidden');
    });

  it('for a while is carried out once it does, and so is a start', async () => {
    const customer = await aCustomer();
    const { browser } = customer;
    await withoutRights(async (grant) => {
      const { body } = await order(browser);
      await triedAt(body.orderId ?? '', 'workload.create');
      await grant();
      await isFunded(customer);
    });
    await browser.call('stopWorkload', named);
    await operate(customer, { phase: 'Stopped', conditions: [scheduled('False', new Date())] });
    await eventually(async () => expect(await held(browser)).toBe('0.00'));
    await withoutRights(async (grant) => {
      const { body } = await browser.call('startWorkload', { ...named, body: present });
      await triedAt(body.orderId ?? '', 'workload.start');
      await grant();
      await eventually(async () =>
        expect((await cluster.get(customer.id, 'box'))?.spec.powerState).toBe('Running'),
      );
    });
    expect(await held(browser)).toBe('1.58');
  });

  it('for a while leaves a start that its owner can withdraw by a stop', async () => {
    const customer = await aCustomer();
    const { browser, id } = customer;
    await order(browser);
    await isFunded(customer);
    await browser.call('stopWorkload', named);
    await operate(customer, { phase: 'Stopped', conditions: [scheduled('False', new Date())] });
    await eventually(async () => expect(await held(browser)).toBe('0.00'));
    await withoutRights(async (grant) => {
      const { body } = await browser.call('startWorkload', { ...named, body: present });
      expect([body.status, body.allowedActions]).toEqual(['PENDING', expect.arrayContaining(['stop'])]);
      const stopped = await browser.call('stopWorkload', named);
      expect([stopped.status, stopped.body.status]).toEqual([202, 'STOPPED']);
      expect(await held(browser)).toBe('0.00');
      expect((await browser.call('stopWorkload', named)).error.details?.reason).toBe('ILLEGAL_TRANSITION');
      await grant();
      // A later order passes through the same outbox.
      await order(browser, { name: 'later' });
      await eventually(async () => expect(await cluster.get(id, 'later')).toBeDefined());
      expect((await cluster.get(id, 'box'))?.spec.powerState).toBe('Stopped');
    });
  });

  it('for ten minutes is rejected with our own message and refunded', async () => {
    const { browser } = await aCustomer();
    await withoutRights(async () => {
      const { body } = await order(browser);
      await portal.database
        .updateTable('workload_order')
        .set({ accepted_at: new Date(Date.now() - 601_000) })
        .where('id', '=', body.orderId ?? '')
        .execute();
      await eventually(async () => expect(await held(browser)).toBe('0.00'));
    });
    expect(await shown(browser)).toMatchObject({
      status: 'FAILED',
      reason: 'OrderExpired',
      message: expect.stringContaining('within 10 minutes'),
      allowedActions: [],
    });
  });

  it('can be canceled by its owner at any time', async () => {
    const { browser, id } = await aCustomer();
    await withoutRights(async (grant) => {
      await order(browser);
      expect((await shown(browser)).allowedActions).toEqual(['destroy']);
      const { status, body } = await browser.call('destroyWorkload', named);
      expect([status, body.status]).toEqual([202, 'DESTROYED']);
      expect(await held(browser)).toBe('0.00');
      expect((await browser.call('listWorkloads')).body.total).toBe(0);
      await grant();
      // A later order passes through the same outbox.
      await order(browser, { name: 'later' });
      await eventually(async () => expect(await cluster.get(id, 'later')).toBeDefined());
      expect(await cluster.get(id, 'box')).toBeUndefined();
    });
  });

  it('before it is canceled leaves nothing, even if a server had created its Workload and died', async () => {
    const { browser, id } = await aCustomer();
    await withoutRights(async (grant) => {
      const { orderId } = (await order(browser)).body;
      await browser.call('destroyWorkload', named);
      await cluster.createWorkload(id, 'box', {}, { [labels.order]: orderId ?? '' });
      await grant();
      await eventually(async () =>
        expect((await cluster.get(id, 'box'))?.metadata.deletionTimestamp).toBeDefined(),
      );
    });
    await cluster.finishDestroying(id, 'box');
    await eventually(async () => expect(await cluster.get(id, 'box')).toBeUndefined());
    expect((await order(browser)).status).toBe(201);
  });

  it('because a policy denies it is rejected immediately, with our own message', async () => {
    const { browser, id } = await aCustomer();
    await denyWorkloads(`u-${id}`);
    const { body } = await order(browser);
    expect(body.status).toBe('PENDING');
    await eventually(async () => expect(await held(browser)).toBe('0.00'));
    expect(await shown(browser)).toMatchObject({ status: 'FAILED', reason: 'RefusedByCluster' });
    expect((await shown(browser)).message).not.toContain('denied');
  });

  /** Creates a policy that denies Workloads in a namespace, and waits until it applies. */
  async function denyWorkloads(namespace: string): Promise<void> {
    const { controlPlane } = cluster;
    const metadata = { name: `deny-${namespace}` };
    const rule = {
      apiGroups: ['gpulease.dev'],
      apiVersions: ['*'],
      operations: ['CREATE'],
      resources: ['workloads'],
    };
    const policy = {
      matchConstraints: {
        namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': namespace } },
        resourceRules: [rule],
      },
      validations: [{ expression: 'false', message: 'not here', reason: 'Forbidden' }],
    };
    const binding = { policyName: metadata.name, validationActions: ['Deny'] };
    const apiVersion = 'admissionregistration.k8s.io/v1';
    const manifests = [
      { apiVersion, kind: 'ValidatingAdmissionPolicy', metadata, spec: policy },
      { apiVersion, kind: 'ValidatingAdmissionPolicyBinding', metadata, spec: binding },
    ];
    for (const manifest of manifests)
      await controlPlane.kubectl(['create', '--filename=-'], JSON.stringify(manifest));
    const attempt = { metadata: { name: 'attempt', namespace }, spec: cluster.spec() };
    await eventually(() =>
      expect(cluster.cluster.resource(definition).create(attempt, { dryRun: true })).rejects.toThrow(
        'denied',
      ),
    );
  }
});

describe('a start', () => {
  it('is one start when it is requested twenty times concurrently', async () => {
    const customer = await aCustomer();
    const { browser } = customer;
    await order(browser);
    await isFunded(customer);
    await browser.call('stopWorkload', named);
    await operate(customer, { phase: 'Stopped', conditions: [scheduled('False', new Date())] });
    await eventually(async () => expect(await held(browser)).toBe('0.00'));
    const start = () => browser.call('startWorkload', { ...named, body: present });
    await Promise.all(Array.from({ length: 20 }, start));
    const counted = await portal.database
      .selectFrom('order_request')
      .select('id')
      .where('account_id', '=', `wallet:${customer.id}`)
      .execute();
    // The order and one start.
    expect(counted).toHaveLength(2);
    expect(await held(browser)).toBe('1.58');
  });

  it('by an operator does not count against any limit', async () => {
    const customer = await aCustomer();
    const { browser, username } = customer;
    await order(browser);
    await isFunded(customer);
    await browser.call('stopWorkload', named);
    await operate(customer, { phase: 'Stopped', conditions: [scheduled('False', new Date())] });
    await eventually(async () => expect(await held(browser)).toBe('0.00'));
    const params = { user: username, name: 'box' };
    const admin = await portal.admin();
    await admin.call('startAnyWorkload', { params, body: { ...present, reason: 'A test' } });
    expect(await held(browser)).toBe('1.58');
    const { items } = (await browser.call('getQuotas')).body;
    expect(items).toContainEqual({ of: 'startsPerHour', used: 1, limit: 30 });
  });

  it('by an operator is refused while the customer is disabled, with an error about the customer', async () => {
    const customer = await aCustomer();
    const { browser, username } = customer;
    await order(browser);
    await isFunded(customer);
    await browser.call('stopWorkload', named);
    await operate(customer, { phase: 'Stopped', conditions: [scheduled('False', new Date())] });
    await eventually(async () => expect(await held(browser)).toBe('0.00'));
    const admin = await portal.admin();
    const status = { status: 'inactive', reason: 'A test' } as const;
    await admin.call('setUserStatus', { params: { username }, body: status });
    const params = { user: username, name: 'box' };
    const { error } = await admin.call('startAnyWorkload', {
      params,
      body: { ...present, reason: 'A test' },
    });
    expect([error.code, error.details?.reason]).toEqual(['USER_DISABLED', 'CUSTOMER_DISABLED']);
  });

  it('has no effect when it is carried out again after its machine was stopped', async () => {
    const customer = await aCustomer();
    const { browser } = customer;
    await order(browser);
    await isFunded(customer);
    await browser.call('stopWorkload', named);
    await operate(customer, { phase: 'Stopped', conditions: [scheduled('False', new Date())] });
    await eventually(async () => expect(await held(browser)).toBe('0.00'));
    await browser.call('startWorkload', { ...named, body: present });
    const started = async () => (await cluster.get(customer.id, 'box'))?.spec.powerState;
    await eventually(async () => expect(await started()).toBe('Running'));
    await operate(customer, { phase: 'Pending', conditions: [scheduled('False', new Date())] });
    await browser.call('stopWorkload', named);
    const { id } = await portal.database
      .updateTable('outbox')
      .set({ done_at: null })
      .where('topic', '=', 'workload.start')
      .where(
        'id',
        '=',
        portal.database.selectFrom('outbox').select(({ fn }) => fn.max('id').as('id')),
      )
      .returning('id')
      .executeTakeFirstOrThrow();
    await eventually(async () => {
      const { done_at } = await portal.database
        .selectFrom('outbox')
        .select('done_at')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      expect(done_at).not.toBeNull();
    });
    expect(await started()).toBe('Stopped');
  });
});

function orderRow(id: string | null) {
  return portal.database
    .selectFrom('workload_order')
    .select(['state', 'workload_uid'])
    .where('id', '=', id ?? '')
    .executeTakeFirstOrThrow();
}

describe('a machine', () => {
  const startedAt = () => new Date();

  it('is stopped and started again, each start paid for (SPEC-1.4, SPEC-3.68)', async () => {
    const customer = await aCustomer();
    const { browser } = customer;
    await order(browser);
    await isFunded(customer);
    const from = startedAt();
    const until = new Date(from.getTime() + 1_000).toISOString();
    await operate(customer, {
      phase: 'Running',
      conditions: [scheduled('True', from)],
      runs: [{ id: 'run-1', startedAt: from.toISOString() }],
    });
    expect(await shown(browser)).toMatchObject({
      allowedActions: ['stop', 'restart', 'destroy'],
      startTime: from.toISOString(),
    });

    const stopping = await browser.call('stopWorkload', named);
    expect([stopping.status, stopping.body.status]).toEqual([202, 'STOPPING']);
    await operate(customer, {
      phase: 'Stopped',
      conditions: [scheduled('False', new Date())],
      runs: [
        {
          id: 'run-1',
          startedAt: from.toISOString(),
          stoppedAt: until,
          endReason: 'StopRequested',
          goneAt: until,
        },
      ],
    });
    await eventually(async () => expect(await held(browser)).toBe('0.00'));
    const stopped = await shown(browser);
    expect(stopped).toMatchObject({
      startPrice: { price: '1.58', unit: 'HOUR' },
      allowedActions: ['start', 'destroy'],
    });
    // Billing is by the second: there is no minimum.
    expect(stopped.cost.total).toBe('0.00');

    // A client's clock is fast; the next start must still be later than the previous one.
    const restartedAt = new Date(Date.now() + 3_600_000).toISOString();
    const change = JSON.stringify({ spec: { restartedAt } });
    const which = ['workloads.gpulease.dev', 'box', `--namespace=u-${customer.id}`];
    await cluster.controlPlane.kubectl(['patch', ...which, '--type=merge', `--patch=${change}`]);
    const etag = String((await cluster.get(customer.id, 'box'))?.metadata.generation);
    await eventually(async () => expect((await shown(browser)).etag).toBe(etag));
    const starting = await browser.call('startWorkload', { ...named, body: present });
    expect([starting.status, starting.body.status]).toEqual([202, 'PENDING']);
    expect(await held(browser)).toBe('1.58');
    const workload = await eventually(async () => {
      const started = await cluster.get(customer.id, 'box');
      expect(started?.spec.powerState).toBe('Running');
      return started;
    });
    expect(new Date(workload?.spec.restartedAt ?? 0) > new Date(restartedAt)).toBe(true);
    await isFunded(customer);
  });

  it('is not started twice, without money or at an old price', async () => {
    const customer = await aCustomer(160n);
    const { browser } = customer;
    await order(browser);
    await isFunded(customer);
    const start = (expected: Partial<BodyInput<'startWorkload'>> = {}) =>
      browser.call('startWorkload', { ...named, body: { ...present, ...expected } });
    expect((await start()).error.details?.reason).toBe('ILLEGAL_TRANSITION');
    await browser.call('stopWorkload', named);
    await operate(customer, { phase: 'Stopped', conditions: [scheduled('False', new Date())] });
    await eventually(async () => expect(await held(browser)).toBe('0.00'));
    expect((await start({ expectedPrice: '1.00' })).error.details).toEqual(priceChanged);
    expect((await start({ expectedUnit: 'DAY' })).error.details).toEqual(priceChanged);
    expect(await held(browser)).toBe('0.00');
    await give(portal.database, customer.id, -100n);
    expect((await start()).error).toMatchObject({
      code: 'INSUFFICIENT_FUNDS',
      details: { missing: '0.98' },
    });
    const admin = await portal.admin();
    const params = { user: customer.username, name: 'box' };
    const body = { ...present, reason: 'A test' };
    expect((await admin.call('startAnyWorkload', { params, body })).error).toMatchObject({
      code: 'INSUFFICIENT_FUNDS',
      details: { missing: '0.98', reason: 'CUSTOMER_FUNDS' },
    });
  });

  it('is destroyed and stays in the list as destroyed, while its name is free again', async () => {
    const customer = await aCustomer();
    const { browser } = customer;
    await order(browser);
    await isFunded(customer);
    expect((await browser.call('destroyWorkload', named)).body.status).toBe('DESTROYING');
    await cluster.asOperator(customer.id, 'box', { phase: 'Destroyed' });
    await cluster.finishDestroying(customer.id, 'box');
    await eventually(async () => expect((await shown(browser)).status).toBe('DESTROYED'));
    await eventually(async () => expect(await held(browser)).toBe('0.00'));
    await eventually(async () => expect((await order(browser)).status).toBe(201));
  });

  it('is in the list once although a third party’s finalizer keeps it in the cluster', async () => {
    const customer = await aCustomer();
    const { browser, id } = customer;
    const { orderId } = (await order(browser)).body;
    await isFunded(customer);
    const finalizer = ['patch', 'workloads.gpulease.dev', 'box', `--namespace=${tenantNamespace(id)}`];
    const change = (finalizers: string[]) =>
      cluster.controlPlane.kubectl([
        ...finalizer,
        '--type=merge',
        `--patch=${JSON.stringify({ metadata: { finalizers } })}`,
      ]);
    await change(['gpulease.dev/workload', 'gpulease.dev/billing', 'example.com/backup']);
    await browser.call('destroyWorkload', named);
    await cluster.asOperator(id, 'box', { phase: 'Destroyed' });
    await change(['gpulease.dev/billing', 'example.com/backup']);
    await eventually(async () => expect((await orderRow(orderId)).state).toBe('CLOSED'));
    const { items } = (await browser.call('listWorkloads', { query: { status: 'DESTROYED' } })).body;
    expect(items.map(({ name }) => name)).toEqual(['box']);
    await change([]);
  });

  it('is changed only from its newest state', async () => {
    const customer = await aCustomer();
    const { browser } = customer;
    await order(browser);
    await isFunded(customer);
    const { etag } = await shown(browser);
    const change = (tag: string) =>
      browser.call('updateWorkload', {
        ...named,
        body: { resume: 'AUTOMATIC' },
        headers: { 'If-Match': `"${tag}"` },
      });
    expect((await change('77')).error.details?.reason).toBe('STALE');
    expect((await change(etag)).body.resume).toBe('AUTOMATIC');
  });

  it('stops automatically as its owner chose, which can be changed at any time and postponed', async () => {
    const customer = await aCustomer();
    const { browser, id } = customer;
    const inHours = (hours: number) =>
      new Date(portal.clock.now().getTime() + hours * 3_600_000).toISOString();
    await order(browser, { autoStop: { kind: 'AFTER', hours: 4 } });
    await isFunded(customer);
    expect((await cluster.get(id, 'box'))?.spec.schedule).toEqual({ stopAfterHours: 4 });
    const change = async (body: object) =>
      browser.call('updateWorkload', {
        ...named,
        body,
        headers: { 'If-Match': `"${(await shown(browser)).etag}"` },
      });
    const [at, later] = [inHours(2), inHours(3)];
    const past = await change({ autoStop: { kind: 'AT', at: inHours(-1) } });
    expect(past.error.details?.fields).toEqual({ 'autoStop.at': 'dateInPast' });
    expect((await change({ autoStop: { kind: 'AT', at } })).body.autoStop).toEqual({ kind: 'AT', at });
    await cluster.asOperator(id, 'box', { schedule: { since: inHours(-1), stopAt: at } });
    await eventually(async () => expect((await shown(browser)).autoStopAt).toBe(at));
    expect((await change({ postponedUntil: later })).status).toBe(200);
    expect((await cluster.get(id, 'box'))?.spec.schedule).toEqual({ stopAt: at, postponedUntil: later });
    expect((await change({ autoStop: { kind: 'NEVER' } })).body.autoStop).toEqual({ kind: 'NEVER' });
    expect((await cluster.get(id, 'box'))?.spec.schedule).toBeUndefined();
    expect((await change({ postponedUntil: later })).error.details?.reason).toBe('ILLEGAL_TRANSITION');

    const hours = { from: '09:00', to: '18:00', timeZone: 'Asia/Shanghai' };
    const autoStop = { kind: 'WEEKLY', days: ['FRI', 'MON'], ...hours };
    const nowhere = await change({ autoStop: { ...autoStop, timeZone: 'Asia/Peking' } });
    expect(nowhere.error.details?.fields).toEqual({ 'autoStop.timeZone': 'timeZone' });
    expect((await change({ autoStop })).body.autoStop).toEqual({ ...autoStop, days: ['MON', 'FRI'] });
    const weekly = { days: ['Fri' as const, 'Mon' as const], ...hours };
    expect((await cluster.get(id, 'box'))?.spec.schedule).toEqual({ weekly });
    await cluster.asOperator(id, 'box', { schedule: { since: inHours(-1), weekly, startAt: later } });
    await eventually(async () => expect((await shown(browser)).autoStartAt).toBe(later));
    expect((await change({ autoStop: { kind: 'AFTER', hours: 1 } })).status).toBe(200);
    expect((await cluster.get(id, 'box'))?.spec.schedule).toEqual({ stopAfterHours: 1 });
  });

  it('stops when its GPUs are idle, and shows why it cannot', async () => {
    const customer = await aCustomer();
    const { browser, id } = customer;
    const idle = { gpuPercent: 5, minutes: 60 };
    const autoStop = { kind: 'IDLE' as const, ...idle };
    await order(browser, { autoStop });
    await isFunded(customer);
    expect((await cluster.get(id, 'box'))?.spec.schedule).toEqual({ idle });
    expect(await shown(browser)).toMatchObject({ autoStop, autoStopFault: null, measuresGpus: false });
    const unmeasured = {
      type: 'GPUMeasured',
      status: 'False' as const,
      reason: 'ExporterMissing',
      message: 'The machine was made from an image without a GPU exporter.',
      lastTransitionTime: portal.clock.now().toISOString(),
    };
    await cluster.asOperator(id, 'box', { conditions: [unmeasured] });
    await eventually(async () => expect((await shown(browser)).autoStopFault).toBe('NO_EXPORTER'));
  });

  it('can be changed a limited number of times an hour, and a refused change is not audited', async () => {
    const customer = await aCustomer();
    const { browser, id } = customer;
    await order(browser);
    await isFunded(customer);
    const { etag } = await shown(browser);
    const spent = { key: `workloadChanges:${id}`, points: 300, expire: BigInt(Date.now() + 60_000) };
    await portal.database.insertInto('rate_limit').values(spent).execute();
    const { status, error } = await browser.call('updateWorkload', {
      ...named,
      body: { resume: 'AUTOMATIC' },
      headers: { 'If-Match': `"${etag}"` },
    });
    expect([status, error.details?.reason]).toEqual([429, 'RATE_LIMITED']);
    const { body } = await (
      await portal.admin()
    ).call('listAuditEntries', {
      query: { search: customer.username, pageSize: 100 },
    });
    expect(body.items.map(({ action }) => action)).not.toContain('CHANGE_WORKLOAD');
  });

  it('can be changed again immediately, whatever the operator writes meanwhile', async () => {
    const customer = await aCustomer();
    const { browser, id } = customer;
    await order(browser);
    await isFunded(customer);
    let { etag } = await shown(browser);
    for (let round = 0; round < 20; round += 1) {
      const writing = cluster.asOperator(id, 'box', { message: `Round ${round}` });
      const { status, body, text } = await browser.call('updateWorkload', {
        ...named,
        body: { resume: round % 2 ? 'MANUAL' : 'AUTOMATIC' },
        headers: { 'If-Match': `"${etag}"` },
      });
      expect([status, text]).toEqual([200, expect.any(String)]);
      ({ etag } = body);
      await writing;
    }
  });

  it('maps no more ports than its owner’s quota allows, when ordered and when changed', async () => {
    const customer = await aCustomer();
    const { browser, id } = customer;
    const ports = Array.from({ length: 16 }, (_, index) => ({
      protocol: 'TCP' as const,
      port: 8000 + index,
      targetPort: 80,
    }));
    for (const name of ['first', 'second']) await cluster.createWorkload(id, name, { ports });
    const refused = () => order(browser, { ports: ports.slice(0, 1) });
    await eventually(async () => expect((await refused()).error.details?.reason).toBe('QUOTA'));
    await order(browser);
    await isFunded(customer);
    const changed = await browser.call('updateWorkload', {
      ...named,
      body: { ports: ports.slice(0, 1) },
      headers: { 'If-Match': `"${(await shown(browser)).etag}"` },
    });
    const quota = { of: 'ports', limit: 32, used: 32, asked: 1 };
    expect(changed.error.details).toEqual({ reason: 'QUOTA', quota });
  });

  it('gets a unique HTTP host under the domain of its region, and releases it', async () => {
    const customer = await aCustomer();
    const { browser, id } = customer;
    const { region } = cluster.names;
    await cluster.cluster
      .resource(regions)
      .mergePatch({ name: region }, { spec: { http: { domain: 'east.example.com' } } });
    const at = (host: string) => ({ host, targetPort: 80 });
    await cluster.createWorkload(id, 'web', { http: at('web.east.example.com') });
    const fieldsOf = async (http: WorkloadView['http']) =>
      (await change(customer.browser, http)).error.details?.fields;
    await order(browser);
    await isFunded(customer);
    await eventually(async () =>
      expect(await fieldsOf(at('web.east.example.com'))).toEqual({ 'http.host': 'hostTaken' }),
    );
    expect(await fieldsOf(at('box.example.org'))).toEqual({ 'http.host': 'hostNotInRegion' });
    const host = at('box.east.example.com');
    expect((await change(browser, host)).body.http).toEqual(host);
    const other = { ...at('box.east.example.com'), targetPort: 8080 };
    await eventually(async () => expect((await change(browser, other)).body.http).toEqual(other));
    const ordered = await order(browser, { name: 'late', http: host });
    expect(ordered.error.details?.fields).toEqual({ 'http.host': 'hostTaken' });
    await eventually(async () => expect((await change(browser, null)).body.http).toBeNull());
    expect((await cluster.get(id, 'box'))?.spec.http).toBeUndefined();
  });

  async function change(browser: ApiClient, http: WorkloadView['http']) {
    const headers = { 'If-Match': `"${(await shown(browser)).etag}"` };
    return browser.call('updateWorkload', { ...named, body: { http }, headers });
  }

  it('is not accessible to others', async () => {
    const customer = await aCustomer();
    await order(customer.browser);
    await isFunded(customer);
    const other = await aCustomer();
    for (const operation of [
      'getWorkload',
      'stopWorkload',
      'destroyWorkload',
      'listWorkloadEvents',
    ] as const) {
      expect((await other.browser.call(operation, named)).error.code).toBe('RESOURCE_NOT_FOUND');
    }
  });

  it('shows its Kubernetes objects and Events', async () => {
    const customer = await aCustomer();
    await order(customer.browser);
    await isFunded(customer);
    const workload = await cluster.get(customer.id, 'box');
    const { uid = '', namespace = '' } = workload?.metadata ?? {};
    await cluster.cluster.resource(events).create({
      metadata: { name: `placed-${uid.slice(0, 8)}`, namespace },
      eventTime: '2026-03-01T00:00:00.000000Z',
      reportingController: 'gpulease-operator',
      reportingInstance: 'test',
      type: 'Normal',
      reason: 'Placed',
      action: 'Place',
      note: 'A node was found.',
      regarding: { kind: 'Workload', apiVersion: 'gpulease.dev/v1alpha1', namespace, name: 'box', uid },
    });
    const { body } = await customer.browser.call('listWorkloadEvents', named);
    const placed = {
      time: '2026-03-01T00:00:00.000Z',
      type: 'NORMAL',
      actor: 'PLATFORM',
      by: null,
      reason: 'Placed',
      message: 'A node was found.',
      explanation: null,
      count: 1,
    };
    const ordered = { actor: 'CUSTOMER', by: customer.username, reason: 'CREATE_WORKLOAD' };
    expect(body.items).toEqual([expect.objectContaining(ordered), placed]);
  });

  it('shows who acted on it: its owner, an operator and why, kubectl (SPEC-1.11)', async () => {
    const customer = await aCustomer();
    await order(customer.browser);
    await isFunded(customer);
    const admin = await portal.admin();
    const params = { user: customer.username, name: 'box' };
    const reason = 'The disk of its node fails';
    await admin.call('stopAnyWorkload', { params, body: { reason } });
    const { items: notices } = (await customer.browser.call('listNotices')).body;
    expect(notices.map(({ kind, workload }) => [kind, workload])).toEqual([['STOPPED_BY_ADMIN', 'box']]);
    const { controlPlane } = cluster;
    const namespace = (await cluster.get(customer.id, 'box'))?.metadata.namespace ?? '';
    await controlPlane.kubectl(['label', 'workloads.gpulease.dev', 'box', 'team=vision', '-n', namespace]);
    const seen = async (browser: ApiClient, operation: 'listWorkloadEvents' | 'listAnyWorkloadEvents') => {
      const { body } = await browser.call(operation, { params });
      const told = body.items.map(({ actor, by, reason, explanation }) =>
        [actor, by ?? '-', reason, explanation].filter((part) => part !== null).join(' '),
      );
      return told.sort();
    };
    const { username } = customer;
    expect(await seen(customer.browser, 'listWorkloadEvents')).toEqual([
      `ADMIN - STOP_WORKLOAD ${reason}`,
      `CUSTOMER ${username} CREATE_WORKLOAD`,
      'KUBERNETES kubectl-label CHANGE_WORKLOAD',
    ]);
    expect((await seen(admin, 'listAnyWorkloadEvents'))[0]).toMatch(
      /^ADMIN \S+ STOP_WORKLOAD The disk of its node fails$/,
    );
    const { items } = (await admin.call('listAuditEntries', { query: { action: 'STOP_WORKLOAD' } })).body;
    expect(items[0]?.details).toEqual({ reason });
  });

  it('accepts actions of an operator only with a reason', async () => {
    const admin = await portal.admin();
    const params = { user: 'nobody', name: 'box' };
    for (const operation of ['stopAnyWorkload', 'restartAnyWorkload', 'destroyAnyWorkload'] as const) {
      const { error } = await admin.call(operation, { params, body: { reason: ' ' } });
      expect(error.details?.fields).toEqual({ reason: 'required' });
    }
  });

  it('is shown to operators with its location (SPEC-3.63, SPEC-3.64, SPEC-3.65, SPEC-3.77)', async () => {
    const customer = await aCustomer();
    await order(customer.browser);
    await isFunded(customer);
    const admin = await portal.admin();
    const { items } = (await admin.call('listAllWorkloads', { query: { user: customer.username } })).body;
    expect(items.map(({ name }) => name)).toEqual(['box']);
    const reached = { address: '198.51.100.8', sshPort: 31_022, url: 'https://box.example.com' };
    await operate(customer, {
      phase: 'Running',
      placed: { node: 'gpu-01', at: new Date().toISOString() },
      ...{ address: reached.address, sshPort: reached.sshPort, url: reached.url },
    });
    const where = { node: 'gpu-01', ipAddress: reached.address, sshPort: 31_022, httpHostUrl: reached.url };
    expect(await shown(customer.browser)).toMatchObject(where);
    const params = { user: customer.username, name: 'box' };
    expect((await admin.call('getAnyWorkload', { params })).body).toMatchObject(where);
    const overview = (await admin.call('getOverview')).body;
    expect(overview.workloads.total).toBeGreaterThan(0);
    expect(overview.soldOut.items).toHaveLength(Math.min(overview.soldOut.total, 10));
  });
});

describe('an operator finds a machine', () => {
  const found = async (query: QueryInput<'listAllWorkloads'>) => {
    const { items } = (await (await portal.admin()).call('listAllWorkloads', { query })).body;
    return items.map(({ user, name }) => `${user}/${name}`);
  };

  it('by its address, its ports, its order and its uid', async () => {
    const customer = await aCustomer();
    const { orderId } = (await order(customer.browser)).body;
    await isFunded(customer);
    const endpoint = { protocol: 'TCP', address: '198.51.100.9', port: 31_799, targetPort: 8_888 } as const;
    await operate(customer, {
      phase: 'Running',
      ...{ address: '198.51.100.9', sshPort: 31_798, endpoints: [endpoint] },
    });
    const uid = (await cluster.get(customer.id, 'box'))?.metadata.uid ?? '';
    const wanted = [`${customer.username}/box`];
    const texts = ['198.51.100.9', '31798', '198.51.100.9:31798', '198.51.100.9:31799', orderId ?? '', uid];
    for (const search of texts) expect([search, await found({ search })]).toEqual([search, wanted]);
    for (const search of ['198.51.100', '3179', '198.51.100.9:1'])
      expect(await found({ search })).toEqual([]);
  });

  it('in several states, but not in DESTROYED together with others', async () => {
    const admin = await portal.admin();
    for (const status of ['DESTROYED,FAILED', 'FAILED,', 'NONSENSE']) {
      const { error } = await admin.call('listAllWorkloads', { query: { status } });
      expect([status, error.code]).toEqual([status, 'INVALID_ARGUMENT']);
    }
  });

  it('that waits, but not one that waits for its reserved start', async () => {
    const customer = await aCustomer();
    await order(customer.browser);
    await isFunded(customer);
    const wanted = { user: customer.username, waiting: 'true' } as const;
    await operate(customer, { phase: 'Pending', reason: 'Booked' });
    expect(await found(wanted)).toEqual([]);
    await operate(customer, { phase: 'Pending', reason: 'NoCapacity' });
    expect(await found(wanted)).toEqual([`${customer.username}/box`]);
    expect(await found({ ...wanted, status: 'DESTROYED' })).toEqual([]);
  });

  it('stopped by maintenance, by the node on which it was', async () => {
    const customer = await aCustomer();
    await order(customer.browser);
    await isFunded(customer);
    const halt = { reason: 'Maintenance', at: new Date().toISOString(), node: 'gpu-fan' };
    await operate(customer, { phase: 'Stopped', reason: 'StopRefused', halt });
    const wanted = [`${customer.username}/box`];
    expect(await found({ node: 'gpu-fan', reason: 'Maintenance', status: 'STOPPED' })).toEqual(wanted);
    expect(await found({ node: 'gpu-fan', status: 'FAILED,STOPPED' })).toEqual(wanted);
    expect(await found({ node: 'gpu-fan', status: 'FAILED,RUNNING' })).toEqual([]);
    await operate(customer, { phase: 'Stopped', reason: 'Funds', halt: { ...halt, reason: 'Funds' } });
    await eventually(async () => expect(await found({ node: 'gpu-fan' })).toEqual([]));
  });
});

describe('a reserved machine', () => {
  const term = {
    pricingQuantity: 3,
    expectedPrice: '10',
    expectedUnit: 'DAY',
    expectedCharge: '30.00',
  } as const;

  it('pays its term immediately, is funded until its end, and is refunded a share when it is destroyed (SPEC-3.60)', async () => {
    const customer = await aCustomer(4_000n);
    const { browser } = customer;
    const pricing = cluster.names.reserved;
    const { sku, region } = cluster.names;
    const quoted = await browser.call('createQuote', { body: { sku, region, pricing, pricingQuantity: 3 } });
    expect(quoted.body).toMatchObject({
      charge: '30.00',
      hold: '0.00',
      expectedPrice: '10.00',
      affordable: true,
    });
    const { body } = await order(browser, { ...term, pricing });
    expect(body).toMatchObject({ cost: { total: '30.00' }, pricingQuantity: 3 });
    await isFunded(customer);
    expect((await browser.call('getBalance')).body.balance).toBe('10.00');
    const workload = await cluster.get(customer.id, 'box');
    expect(Date.parse(workload?.status?.billing?.fundedUntil ?? '')).toBe(Date.parse(body.termEnd ?? ''));

    expect((await browser.call('getWorkload', named)).body.term).toMatchObject({ refund: '30.00' });
    const startedAt = new Date().toISOString();
    await cluster.asOperator(customer.id, 'box', { phase: 'Running', runs: [{ id: 'a', startedAt }] });
    // Two of three days are left; four fifths of their cost are refunded.
    await eventually(async () => {
      const shown = (await browser.call('getWorkload', named)).body;
      expect(shown.term).toMatchObject({ start: startedAt, refund: '16.00', credited: '0.00' });
    });
    const refused = await browser.call('destroyWorkload', { ...named, body: { expectedRefund: '30.00' } });
    expect([refused.status, refused.error.details]).toEqual([
      409,
      { reason: 'REFUND_CHANGED', refund: '16.00' },
    ]);
    await browser.call('destroyWorkload', { ...named, body: { expectedRefund: '16.00' } });
    expect((await browser.call('getWorkload', named)).body.term).toMatchObject({ refund: null });
    await cluster.finishDestroying(customer.id, 'box');
    await eventually(async () => expect((await browser.call('getBalance')).body.balance).toBe('26.00'));
    const { items } = (await browser.call('listBillingRecords', { query: { type: 'DEDUCTION' } })).body;
    expect(items.map(({ amount, workload: name }) => [amount, name])).toEqual([
      ['-16.00', 'box'],
      ['30.00', 'box'],
    ]);
  });

  it('is refunded the amount accepted with the destruction, although it starts a second later', async () => {
    const customer = await aCustomer(4_000n);
    const { browser } = customer;
    await order(browser, { ...term, pricing: cluster.names.reserved });
    await isFunded(customer);
    await cluster.asOperator(customer.id, 'box', { phase: 'Starting' });
    const wrong = await browser.call('destroyWorkload', { ...named, body: { expectedRefund: '16.00' } });
    expect(wrong.error.details).toEqual({ reason: 'REFUND_CHANGED', refund: '30.00' });
    expect((await browser.call('getWorkload', named)).body.term).toMatchObject({ refund: '30.00' });
    const taken = await browser.call('destroyWorkload', { ...named, body: { expectedRefund: '30.00' } });
    expect(taken.status).toBe(202);
    const startedAt = new Date(Date.now() + 300).toISOString();
    await cluster.asOperator(customer.id, 'box', { phase: 'Destroying', runs: [{ id: 'a', startedAt }] });
    await eventually(async () => {
      const { runs } = (await browser.call('getWorkload', named)).body;
      expect(runs).toHaveLength(1);
    });
    await cluster.finishDestroying(customer.id, 'box');
    await eventually(async () => expect((await browser.call('getBalance')).body.balance).toBe('40.00'));
  });

  it.each([
    { name: 'of a length other than shown', change: { pricingQuantity: 2 }, charge: '20.00' },
    { name: 'at a charge other than shown', change: { expectedCharge: '20.00' }, charge: '30.00' },
    { name: 'without its charge', change: { expectedCharge: undefined }, charge: '30.00' },
    { name: 'by a unit other than shown', change: { expectedUnit: 'MONTH' }, charge: '30.00' },
  ] as const)('is refused $name, and nothing is charged', async ({ change, charge }) => {
    const { browser } = await aCustomer(4_000n);
    const pricing = cluster.names.reserved;
    const { status, error } = await order(browser, { ...term, pricing, ...change });
    expect(status).toBe(409);
    expect(error.details).toEqual({ reason: 'PRICE_CHANGED', price: '10.00', unit: 'DAY', charge });
    expect((await browser.call('getBalance')).body).toMatchObject({ balance: '40.00', held: '0.00' });
  });

  it('is refused without the money for its whole term', async () => {
    const { browser } = await aCustomer(1_000n);
    const { error } = await order(browser, { ...term, pricing: cluster.names.reserved });
    expect(error).toMatchObject({ code: 'INSUFFICIENT_FUNDS', details: { missing: '20.00' } });
  });
});

describe('live events', () => {
  it('report workloads and money to the owner only', async () => {
    const [customer, other] = [await aCustomer(), await aCustomer()];
    const [mine, theirs] = [await listen(customer.browser), await listen(other.browser)];
    await order(customer.browser);
    await isFunded(customer);
    await eventually(() => {
      expect(mine.seen()).toEqual(
        expect.arrayContaining(['ready', `workload ${customer.username}`, `balance ${customer.username}`]),
      );
    });
    expect(theirs.seen().filter((event) => event.includes(customer.username))).toEqual([]);
    mine.close();
    theirs.close();
  });
});

/** Opens the event stream; `seen` returns the types of its unnamed events (pings have a name), each with its user. */
async function listen(browser: ApiClient) {
  const closing = new AbortController();
  const response = await fetch(`${portal.url}/api/v1/events`, {
    headers: { Cookie: browser.cookieHeader },
    signal: closing.signal,
  });
  let text = '';
  const read = async () => {
    for await (const chunk of response.body ?? []) text += Buffer.from(chunk).toString();
  };
  read().catch(() => undefined);
  const seen = () =>
    [...text.matchAll(/(?<=^|\n\n)data: (.*)\n/g)].map(([, data = '{}']) => {
      const event = JSON.parse(data) as { type: string; user?: string };
      return event.user === undefined ? event.type : `${event.type} ${event.user}`;
    });
  return { seen, close: () => closing.abort() };
}
