import { fieldManagers, pricingPolicies, skus, type Condition } from '@gpulease/crds';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { eventually } from '@gpulease/kube/testing';
import { openScene, type Renter, type Scene } from '../testing/scene.ts';
import { scheduled } from '../workloads/testing/cluster.ts';

let scene: Scene;
let renter: Renter;
beforeAll(async () => {
  scene = await openScene();
  renter = await scene.aRenter('renter');
});
afterAll(() => scene.stop());
beforeEach(async () => {
  await sell(ready);
  await setPrice(ready);
});

const ready = { status: 'True', reason: 'Ready' } as const;
const tooLow = { status: 'False', reason: 'PriceTooLow' } as const;
const notPermitted = { status: 'False', reason: 'ReferenceNotReady' } as const;
type Readiness = Pick<Condition, 'status' | 'reason'>;

const asOperator = { fieldManager: fieldManagers.operator, force: true };
const named = { params: { name: 'box' } };

function conditions(readiness: Readiness): Condition[] {
  const lastTransitionTime = new Date().toISOString();
  return [{ type: 'Ready', ...readiness, message: 'A test.', lastTransitionTime }];
}

/** Sets the SKU's status as the operator does, without availability if not ready; waits until the portal has seen it. */
async function sell(readiness: Readiness): Promise<void> {
  const { cluster, names } = scene.cluster;
  const supply = { available: 1_000, level: 'High' } as const;
  const everywhere = [{ region: names.region, ...supply, spot: supply, bookable: 0 }];
  const availability = readiness.status === 'True' ? everywhere : [];
  const message = 'Add nvidia.com/A100 to permittedHostDevices of the KubeVirt object.';
  const fault = { kind: 'GPU', name: 'a100', reason: 'NotPermitted', message };
  const faults = readiness.status === 'True' ? [] : [fault];
  const status = { conditions: conditions(readiness), availability, faults };
  await cluster.resource(skus).applyStatus({ metadata: { name: names.sku }, status }, asOperator);
  await eventually(async () =>
    expect((await skuAsShown()).condition.ready).toBe(readiness.status === 'True'),
  );
}

async function setPrice(readiness: Readiness): Promise<void> {
  const { cluster, names } = scene.cluster;
  const application = { metadata: { name: names.policy }, status: { conditions: conditions(readiness) } };
  await cluster.resource(pricingPolicies).applyStatus(application, asOperator);
  const isOffered = readiness.status === 'True';
  await eventually(async () =>
    expect((await skuAsShown()).pricing.some(({ name }) => name === names.policy)).toBe(isOffered),
  );
}

async function skuAsShown() {
  const { items } = (await renter.browser.call('listCatalogueSkus')).body;
  const sku = items.find(({ name }) => name === scene.cluster.names.sku);
  if (!sku) throw new Error('The portal has not seen the SKU.');
  return sku;
}

const order = (change: Parameters<Scene['order']>[0] = {}) =>
  renter.browser.call('createWorkload', { body: scene.order({ name: 'other', ...change }) });

it('a price that is not ready is hidden from customers and cannot be ordered', async () => {
  await setPrice(tooLow);
  const { sku, region, policy, reserved } = scene.cluster.names;
  expect((await skuAsShown()).pricing.map(({ name }) => name)).toEqual([reserved]);
  const names = (await renter.browser.call('listCataloguePricingPolicies')).body.items.map(
    ({ name }) => name,
  );
  expect(names).not.toContain(policy);
  const admin = await scene.portal.admin();
  const seen = (await admin.call('getSku', { params: { name: sku } })).body;
  expect(seen.pricing.map(({ name }) => name)).toEqual([policy, reserved]);

  const refused = [
    await order(),
    await order({ whenSoldOut: 'WAIT' }),
    await renter.browser.call('createQuote', { body: { sku, region, pricing: policy } }),
  ];
  for (const { status, error } of refused) {
    expect([status, error.details?.fields]).toEqual([400, { pricing: 'notOffered' }]);
  }
  const term = { pricing: reserved, expectedPrice: '10.00', expectedUnit: 'DAY' } as const;
  expect((await order({ name: 'term', ...term, expectedCharge: '10.00' })).status).toBe(201);
});

it('an SKU that cannot run is refused immediately, even if the customer would wait', async () => {
  await sell(notPermitted);
  for (const { status, error } of [await order(), await order({ whenSoldOut: 'WAIT' })]) {
    expect([status, error.details?.fields]).toEqual([400, { sku: 'notOffered' }]);
  }
  const admin = await scene.portal.admin();
  const { faults } = (await admin.call('getSku', { params: { name: scene.cluster.names.sku } })).body;
  expect(faults).toMatchObject([{ area: 'gpus', name: 'a100', reason: 'NotPermitted' }]);
});

it('a machine can only be started when its price is ready', async () => {
  const { browser, id } = renter;
  await browser.call('createWorkload', { body: scene.order() });
  await eventually(async () => expect((await browser.call('getWorkload', named)).body.uid).not.toBeNull());
  await browser.call('stopWorkload', named);
  await scene.cluster.asOperator(id, 'box', {
    phase: 'Stopped',
    conditions: [scheduled('False', new Date())],
  });
  await eventually(async () =>
    expect((await browser.call('getWorkload', named)).body.status).toBe('STOPPED'),
  );
  const start = () =>
    browser.call('startWorkload', { ...named, body: { expectedPrice: '1.58', expectedUnit: 'HOUR' } });
  await setPrice(tooLow);
  const { status, error } = await start();
  expect([status, error.code, error.details?.reason]).toEqual([409, 'REQUEST_FAILED', 'PRICE_NOT_READY']);
  expect(error.message).toBe('该计费方式暂不可用，请稍后重试或联系客服');
  await setPrice(ready);
  expect((await start()).status).toBe(202);
});
