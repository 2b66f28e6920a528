/** Requests that fail with the errors of orders, machines and the catalogue. */
import { fieldManagers, regions, skus, tenants } from '@gpulease/crds';
import type { ErrorCode, ErrorReason } from '@gpulease/contract/errors';
import { eventually } from '@gpulease/kube/testing';
import { occupy } from '../workloads/console/occupancy.ts';
import type { TestCluster } from '../workloads/testing/cluster.ts';
import type { ApiClient } from './api-client.ts';
import type { ErrorRequests, RequestHeaders } from './error-requests.ts';
import type { Renter, Scene } from './scene.ts';

/** Prepares the cluster for them: machines of the renter, and a user with a quota of one GPU. */
export async function prepareRental({ cluster, portal, order }: Scene, renter: Renter, limited: Renter) {
  await cluster.createWorkload(renter.id, 'runs');
  await cluster.asOperator(renter.id, 'runs', { phase: 'Running', virtualMachine: 'runs' });
  await cluster.createWorkload(renter.id, 'stopped', { powerState: 'Stopped' });
  await cluster.asOperator(renter.id, 'stopped', { phase: 'Stopped' });
  const uid = (await cluster.get(renter.id, 'runs'))?.metadata.uid ?? '';
  await occupy(
    portal.database,
    { workloadUid: uid, kind: 'SERIAL' },
    crypto.randomUUID(),
    portal.clock.now(),
  );
  const tenant = { metadata: { name: limited.id } };
  await cluster.cluster.resource(tenants).mergePatch(tenant.metadata, { spec: { quota: { gpus: 1 } } });
  await cluster.cluster
    .resource(regions)
    .mergePatch(
      { name: cluster.names.region },
      { metadata: { labels: { 'kustomize.toolkit.fluxcd.io/name': 'catalogue' } } },
    );
  await addSoldOutSku(cluster);
  const term = { pricing: cluster.names.reserved, expectedPrice: '10.00', expectedUnit: 'DAY' } as const;
  const body = order({ name: 'reserved', ...term, expectedCharge: '10.00' });
  const { orderId } = (await renter.browser.call('createWorkload', { body })).body;
  await eventually(async () => {
    const offered = (await renter.browser.call('listCatalogueSkus')).body.items.map(({ name }) => name);
    if (!offered.includes(soldOut(cluster))) throw new Error('The portal has not seen the SKU.');
    for (const name of ['runs', 'stopped', 'reserved']) await mustBeInCluster(renter.browser, name);
  });
  // As the worker writes it once it has bound the order.
  await cluster.asOperator(renter.id, 'reserved', { billing: { orderId: orderId ?? '' } });
  await eventually(async () => {
    const shown = (await renter.browser.call('getWorkload', { params: { name: 'reserved' } })).body;
    if (shown.orderId === null) throw new Error('The portal has not seen the order.');
  });
}

const soldOut = ({ names }: TestCluster) => `${names.sku}-sold-out`;

async function addSoldOutSku({ cluster, names }: TestCluster): Promise<void> {
  const client = cluster.resource(skus);
  const metadata = { name: `${names.sku}-sold-out` };
  const { spec } = await client.get({ name: names.sku });
  await client.create({ metadata, spec });
  const none = { available: 0, level: 'None' } as const;
  await client.applyStatus(
    { metadata, status: { availability: [{ region: names.region, ...none, spot: none, bookable: 0 }] } },
    { fieldManager: fieldManagers.operator, force: true },
  );
}

async function mustBeInCluster(browser: ApiClient, name: string): Promise<void> {
  const { uid } = (await browser.call('getWorkload', { params: { name } })).body;
  if (uid === null) throw new Error(`The portal has not seen ${name} in the cluster.`);
}

interface RentalPeople {
  readonly renter: Renter;
  readonly limited: Renter;
  readonly poor: Renter;
  readonly admin: ApiClient;
}

/** Errors of orders, machines and the catalogue. Requires `prepareRental`. */
export function rentalErrors({ cluster, order }: Scene, { renter, limited, poor, admin }: RentalPeople) {
  const { browser } = renter;
  const { names } = cluster;
  const ordering = (change: Parameters<typeof order>[0], by: ApiClient = browser) => {
    return (headers: RequestHeaders) => by.call('createWorkload', { body: order(change), headers });
  };
  const onConsole = (name: string) => (headers: RequestHeaders) =>
    browser.call('createConsoleTicket', { params: { name }, body: { kind: 'SERIAL' }, headers });
  return {
    NO_VALID_ORDER: (headers) => {
      const body = { expectedPrice: '1.58', expectedUnit: 'HOUR' } as const;
      return browser.call('startWorkload', { params: { name: 'stopped' }, body, headers });
    },
    INSUFFICIENT_FUNDS: ordering({}, poor.browser),
    CUSTOMER_FUNDS: (headers) => {
      const body = { amount: '-1.00', reason: 'A test of what is missing' };
      return admin.call('createAdjustment', { params: { username: 'poor' }, body, headers });
    },
    OWN_REQUEST: async (headers) => {
      const body = { amount: '2000.00', reason: 'A test of requests' };
      const asked = (await admin.call('createAdjustment', { params: { username: 'poor' }, body })).body;
      if (!('approval' in asked)) throw new Error('No second operator is needed.');
      const decision = { decision: 'APPROVE', reason: 'A test of requests' } as const;
      return admin.call('decideApproval', { params: { id: asked.approval.id }, body: decision, headers });
    },
    NOT_IMPLEMENTED: (headers) =>
      browser.call('createRecharge', { body: { amount: '10.00', method: 'WECHAT' }, headers }),
    PRICE_CHANGED: ordering({ expectedPrice: '1.00' }),
    REFUND_CHANGED: (headers) => {
      const body = { expectedRefund: '0.01' };
      return browser.call('destroyWorkload', { params: { name: 'reserved' }, body, headers });
    },
    STALE: (headers) => {
      const stale = { ...headers, 'If-Match': '"77"' };
      return browser.call('updateWorkload', { params: { name: 'runs' }, body: {}, headers: stale });
    },
    QUOTA: ordering({ skuQuantity: 2, expectedPrice: '3.16' }, limited.browser),
    SPENDING_LIMIT: async (headers) => {
      const body = { hour: '1.00', day: null, month: null, stops: false };
      await limited.browser.call('updateSpending', { body });
      return ordering({}, limited.browser)(headers);
    },
    SOLD_OUT: ordering({ sku: soldOut(cluster) }),
    ILLEGAL_TRANSITION: onConsole('stopped'),
    CONSOLE_IN_USE: onConsole('runs'),
    WORKLOAD_NAME_TAKEN: ordering({ name: 'runs' }),
    IN_USE: async (headers) => {
      const which = { params: { name: names.policy } };
      const { etag } = (await admin.call('getPricingPolicy', which)).body;
      return admin.call('deletePricingPolicy', { ...which, headers: { ...headers, 'If-Match': etag } });
    },
    SKU_IN_USE: async (headers) => {
      const which = { params: { name: names.sku } };
      const { etag } = (await admin.call('getSku', which)).body;
      return admin.call('deleteSku', { ...which, headers: { ...headers, 'If-Match': etag } });
    },
    IMAGE_IN_USE: async (headers) => {
      const which = { params: { name: names.image } };
      const { etag } = (await admin.call('getVmImage', which)).body;
      return admin.call('deleteVmImage', { ...which, headers: { ...headers, 'If-Match': etag } });
    },
    MANAGED_FROM_GIT: async (headers) => {
      const which = { params: { name: names.region } };
      const { etag } = (await admin.call('getRegion', which)).body;
      const body = { status: 'inactive' } as const;
      return admin.call('setRegionStatus', { ...which, body, headers: { ...headers, 'If-Match': etag } });
    },
  } satisfies Partial<ErrorRequests<ErrorCode | ErrorReason>>;
}
