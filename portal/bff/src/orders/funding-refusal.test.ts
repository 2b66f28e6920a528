import type { SpendingExcess } from '@gpulease/contract/common';
import type { WorkloadSpec } from '@gpulease/crds';
import { describe, expect, it } from '@jest/globals';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { invalidFields, ProductError } from '../http/product-error.ts';
import { fundingRefusal } from './funding-refusal.ts';

const now = new Date('2026-03-01T06:22:00Z');
const spec = {
  sku: 'l40s',
  region: 'east',
  image: 'debian-12',
  pricing: { policy: 'hourly' },
} as WorkloadSpec;
const store = (objects: Record<string, object>) => ({
  store: { get: ({ name }: { name: string }) => objects[name] },
});

function aCatalogue(
  skus: Record<string, object> = { l40s: { spec: { state: 'Active', disk: '200Gi' } } },
  hourly: object = {},
): Catalogue {
  return {
    skus: store(skus),
    regions: store({ east: { spec: { state: 'Inactive' } } }),
    images: store({ 'debian-12': { spec: { state: 'Enabled', size: '10Gi' } } }),
    pricingPolicies: store({ hourly }),
  } as unknown as Catalogue;
}

const priceNotReady =
  'Pricing policy hourly is not ready; its condition Ready says why. The order continues once it is.';

interface Case {
  name: string;
  error: ProductError;
  skus?: Record<string, object>;
  policy?: object;
  reason: string;
  message: string;
}

const beyond = (spending: SpendingExcess) =>
  new ProductError('REQUEST_FAILED', { reason: 'SPENDING_LIMIT', spending });

const cases: Case[] = [
  {
    name: 'an SKU that does not exist is waited for',
    error: invalidFields({ sku: 'notOffered' }),
    skus: {},
    reason: 'NotOnOffer',
    message: 'There is no SKU l40s. The order is placed when there is one.',
  },
  {
    name: 'an inactive region is waited for',
    error: invalidFields({ region: 'notOffered' }),
    reason: 'NotOnOffer',
    message: 'Region east is Inactive. The order is placed when it is Active.',
  },
  {
    name: 'an SKU that no node of the region offers is waited for',
    error: invalidFields({ sku: 'notOffered' }),
    reason: 'NotOnOffer',
    message: 'SKU l40s is not offered in region east. The order is placed when it is.',
  },
  {
    name: 'a price that is not ready is waited for',
    error: invalidFields({ pricing: 'notOffered' }),
    policy: { status: { conditions: [{ type: 'Ready', status: 'False', reason: 'PriceTooLow' }] } },
    reason: 'NotOnOffer',
    message: priceNotReady,
  },
  {
    name: 'a start at a price that is not ready is waited for',
    error: new ProductError('REQUEST_FAILED', { reason: 'PRICE_NOT_READY' }),
    reason: 'NotOnOffer',
    message: priceNotReady,
  },
  {
    name: 'a disk that is too small for the image names the field and the size',
    error: invalidFields({ rootDiskSize: 'outOfRange' }),
    reason: 'NotOnOffer',
    message: 'spec.rootDiskSize: image debian-12 needs at least 10Gi.',
  },
  {
    name: 'a quantity on demand is refused permanently',
    error: invalidFields({ pricingQuantity: 'outOfRange' }),
    reason: 'OrderRejected',
    message: 'spec.pricing.quantity is for Reserved policies; leave it out with hourly.',
  },
  {
    name: 'a reserved start on demand is refused permanently',
    error: invalidFields({ reservationStartTime: 'invalid' }),
    reason: 'OrderRejected',
    message: 'spec.reservation is for Reserved policies; leave it out with hourly.',
  },
  {
    name: 'missing money is waited for',
    error: new ProductError('INSUFFICIENT_FUNDS', { missing: '12.40' }),
    reason: 'AwaitingFunds',
    message: 'The balance is 12.40 yuan short. The order is placed after a recharge.',
  },
  {
    name: 'an exceeded quota states the limit and the usage',
    error: new ProductError('REQUEST_FAILED', {
      reason: 'QUOTA',
      quota: { of: 'gpus', limit: 1, used: 1, asked: 1 },
    }),
    reason: 'QuotaExceeded',
    message: 'The quota of 1 GPU would be exceeded: 1 in use, 1 more requested.',
  },
  {
    name: 'an exceeded quota of disk space states them in GiB',
    error: new ProductError('REQUEST_FAILED', {
      reason: 'QUOTA',
      quota: { of: 'storage', limit: 1024, used: 1000, asked: 100 },
    }),
    reason: 'QuotaExceeded',
    message:
      'The quota of 1024 GiB of disk space would be exceeded: 1000 GiB in use, stopped machines included, 100 GiB more requested.',
  },
  {
    name: 'a used-up daily limit is waited for',
    error: beyond({ of: 'DAY', limit: '50.00', used: '50.12', asked: '0.00' }),
    reason: 'SpendingLimitReached',
    message:
      'Its owner limits spending to 50.00 yuan a day: 50.12 are spent. It will be retried when the limit is raised, or the next day.',
  },
  {
    name: 'a term beyond the monthly limit states its cost',
    error: beyond({ of: 'MONTH', limit: '300.00', used: '10.00', asked: '400.00' }),
    reason: 'SpendingLimitReached',
    message:
      'Its owner limits spending to 300.00 yuan a month: 10.00 are spent, and this term costs 400.00. It will be retried when the limit is raised, or the next month.',
  },
  {
    name: 'an exceeded limit on hourly cost states the cost of this machine',
    error: beyond({ of: 'HOUR', limit: '5.00', used: '4.00', asked: '1.58' }),
    reason: 'SpendingLimitReached',
    message:
      'Its owner limits machines to 5.00 yuan an hour in total: 4.00 are in use, and this one costs 1.58.',
  },
  {
    name: 'an exceeded limit on orders per hour states the time of the next attempt',
    error: new ProductError('REQUEST_FAILED', {
      reason: 'RATE_LIMITED',
      retryAfter: 3_600,
      quota: { of: 'startsPerHour', limit: 12, used: 12, asked: 1 },
    }),
    reason: 'OrderRateLimited',
    message: 'The limit of 12 orders and starts per hour is reached; this one will be retried at 07:22 UTC.',
  },
];

describe('the refusal of an order', () => {
  it.each(cases)('$name', ({ error, skus, policy, reason, message }) => {
    expect(fundingRefusal(error, spec, aCatalogue(skus, policy), now)).toMatchObject({ reason, message });
  });
});
