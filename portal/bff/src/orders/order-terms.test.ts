import type { PricingPolicy, Region, SKU } from '@gpulease/crds';
import { describe, expect, it } from '@jest/globals';
import { ProductError } from '../http/product-error.ts';
import { checkAvailable, termsOf, type Offer, type PricedSpec } from './order-terms.ts';

const now = new Date('2026-01-31T08:00:00Z');
const apiVersion = 'gpulease.dev/v1alpha1';

const sku: SKU = {
  apiVersion,
  kind: 'SKU',
  metadata: { name: 'a100' },
  spec: {
    displayName: 'A100',
    cpu: 8,
    memory: '32Gi',
    disk: '200Gi',
    gpu: { model: 'a100', count: 2 },
    state: 'Active',
    pricing: ['hourly', 'monthly', 'spot'],
  },
  status: {
    availability: [
      {
        region: 'east',
        available: 3,
        level: 'Medium',
        largest: 2,
        spot: { available: 1, level: 'Low', largest: 1 },
        bookable: 5,
        later: [
          { from: '2026-02-05T00:00:00Z', available: 4, largest: 3 },
          { from: '2026-02-10T00:00:00Z', available: 5, largest: 5 },
        ],
        maxQuantity: 8,
      },
    ],
  },
};
const region: Region = {
  apiVersion,
  kind: 'Region',
  metadata: { name: 'east' },
  spec: { description: '', state: 'Active', exposure: { type: 'NodePort', addresses: ['203.0.113.7'] } },
};
const policy = (name: string, spec: Partial<PricingPolicy['spec']> = {}): PricingPolicy => ({
  apiVersion,
  kind: 'PricingPolicy',
  metadata: { name },
  spec: { mode: 'OnDemand', price: '1.58', currency: 'CNY', unit: 'Hour', ...spec },
});
const hourly = policy('hourly');
const monthly = policy('monthly', { mode: 'Reserved', price: '900', unit: 'Month' });
const spot = policy('spot', { mode: 'Spot', price: '0.60' });
const notReady = [
  {
    ...{ type: 'Ready', status: 'False' as const, reason: 'PriceTooLow', message: '' },
    lastTransitionTime: now.toISOString(),
  },
];
const offer: Offer = { sku, region, policy: hourly };
const spec: PricedSpec = { sku: 'a100', region: 'east', pricing: { policy: 'hourly' }, skuQuantity: 1 };

describe('the terms of an order', () => {
  it('hold one hour of all SKUs on demand', () => {
    expect(termsOf({ ...spec, skuQuantity: 3 }, offer, now)).toMatchObject({
      mode: 'ON_DEMAND',
      quantity: 3n,
      gpus: 6n,
      hold: 474n,
      available: 3,
    });
  });

  it('allow any quantity while the region has no node for the SKU', () => {
    expect(
      termsOf({ ...spec, skuQuantity: 16 }, { ...offer, sku: { ...sku, status: {} } }, now),
    ).toMatchObject({
      quantity: 16n,
      available: 0,
    });
  });

  it('charge a reserved term immediately, by the calendar of Shanghai', () => {
    const reserved = { ...spec, pricing: { policy: 'monthly', quantity: 1 } };
    const { hold, term } = termsOf(reserved, { ...offer, policy: monthly }, now);
    expect(hold).toBe(0n);
    expect(term).toEqual({ start: now, end: new Date('2026-02-28T08:00:00Z'), charge: 90_000n });
  });

  it('charge at least a fen for a reserved term', () => {
    const cheap = policy('monthly', { mode: 'Reserved', price: '0.004', unit: 'Month' });
    const reserved = { ...spec, pricing: { policy: 'monthly', quantity: 1 } };
    expect(termsOf(reserved, { ...offer, policy: cheap }, now).term?.charge).toBe(1n);
  });

  it('begin a reserved term at its reserved start', () => {
    const startTime = '2026-02-10T00:00:00Z';
    const reserved = { ...spec, pricing: { policy: 'monthly', quantity: 1 }, reservation: { startTime } };
    expect(termsOf(reserved, { ...offer, policy: monthly }, now).term?.start).toEqual(new Date(startTime));
  });

  it('allow an SKU that is only partly ready, at a price that is ready', () => {
    const inPart = { ...sku, status: { ...sku.status, conditions: notReady } };
    expect(termsOf(spec, { ...offer, sku: inPart }, now)).toMatchObject({ available: 3 });
  });

  interface Refusal {
    name: string;
    spec?: Partial<PricedSpec>;
    offer?: Partial<Offer>;
    fields: object;
  }
  const refusals: Refusal[] = [
    { name: 'an SKU that does not exist', offer: { sku: undefined }, fields: { sku: 'notOffered' } },
    {
      name: 'an SKU that takes no new orders (SPEC-4.11)',
      offer: { sku: { ...sku, spec: { ...sku.spec, state: 'Inactive' } } },
      fields: { sku: 'notOffered' },
    },
    {
      name: 'an SKU that is being deleted',
      offer: { sku: { ...sku, metadata: { name: 'a100', deletionTimestamp: '2026-01-01T00:00:00Z' } } },
      fields: { sku: 'notOffered' },
    },
    {
      name: 'an SKU that the operator has withdrawn from every region',
      offer: { sku: { ...sku, status: { conditions: notReady, availability: [] } } },
      fields: { sku: 'notOffered' },
    },
    {
      name: 'a region that takes no new orders (SPEC-4.13)',
      offer: { region: { ...region, spec: { ...region.spec, state: 'Inactive' } } },
      fields: { region: 'notOffered' },
    },
    {
      name: 'more than any node of the region has',
      spec: { skuQuantity: 9 },
      fields: { skuQuantity: 'largerThanNode:8' },
    },
    {
      name: 'a policy that the SKU does not list',
      offer: { policy: policy('free') },
      fields: { pricing: 'notOffered' },
    },
    {
      name: 'a policy whose price is too low to charge',
      offer: { policy: { ...hourly, status: { conditions: notReady } } },
      fields: { pricing: 'notOffered' },
    },
    {
      name: 'a number of units on demand',
      spec: { pricing: { policy: 'hourly', quantity: 3 } },
      fields: { pricingQuantity: 'outOfRange' },
    },
    {
      name: 'a reserved start more than 30 days ahead',
      spec: {
        pricing: { policy: 'monthly', quantity: 1 },
        reservation: { startTime: '2026-03-05T00:00:00Z' },
      },
      offer: { policy: monthly },
      fields: { reservationStartTime: 'startTooLate' },
    },
  ];
  it.each(refusals)('refuse $name', (refusal) => {
    const attempt = () => termsOf({ ...spec, ...refusal.spec }, { ...offer, ...refusal.offer }, now);
    expect(attempt).toThrow(ProductError);
    expect(attempt).toThrow(expect.objectContaining({ details: { fields: refusal.fields } }));
  });

  const sooner = { startTime: '2026-02-09T00:00:00Z' };
  const later = { startTime: '2026-02-10T00:00:00Z' };
  it.each<[string, Partial<PricedSpec>, PricingPolicy, isRefused: boolean]>([
    ['as much as one node has on demand', { skuQuantity: 2 }, hourly, false],
    ['what only several nodes have together', { skuQuantity: 3 }, hourly, true],
    ['all of the Spot capacity', { skuQuantity: 1 }, spot, false],
    ['more than the Spot capacity', { skuQuantity: 2 }, spot, true],
    ['a reserved term that begins now with more than is available', { skuQuantity: 3 }, monthly, true],
    [
      'a reserved term that begins while others hold the rest',
      { skuQuantity: 4, reservation: sooner },
      monthly,
      true,
    ],
    [
      'a reserved term that begins when enough is free',
      { skuQuantity: 3, reservation: sooner },
      monthly,
      false,
    ],
    ['all that can be reserved for later', { skuQuantity: 5, reservation: later }, monthly, false],
    ['more than can be reserved for later', { skuQuantity: 6, reservation: later }, monthly, true],
  ])('check availability for %s', (_, changes, pricing, isRefused) => {
    const wanted = { ...spec, ...changes, pricing: { policy: pricing.metadata.name } };
    const attempt = () => checkAvailable(termsOf(wanted, { ...offer, policy: pricing }, now));
    if (isRefused) expect(attempt).toThrow(expect.objectContaining({ details: { reason: 'SOLD_OUT' } }));
    else expect(attempt).not.toThrow();
  });
});
