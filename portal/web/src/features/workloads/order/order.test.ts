import { describe, expect, it } from '@jest/globals';
import type { PricingMode } from '@gpulease/contract/enums';
import { aRegion, aSku, anImage } from '../../../testing/samples.ts';
import { officeHours, usualAutoStop } from '../auto-stop/auto-stop.ts';
import { freePort } from '../settings/ports-field.tsx';
import {
  emptyOrder,
  fitToSku,
  problemsOf,
  quoteRequestOf,
  visibleOrder,
  type Catalogue,
  type OrderInput,
} from './order.ts';

const [hourly] = aSku.pricing;
const priced = (mode: PricingMode) => ({ ...hourly!, name: mode, mode });
const withDomain = { ...aRegion, name: 'served', httpDomain: 'served.example' };
const catalogue: Catalogue = {
  skus: [
    {
      ...aSku,
      pricing: [priced('ON_DEMAND'), priced('RESERVED'), priced('SPOT')],
      availability: ['9-1', 'served'].map((region) => ({ ...aSku.availability[0]!, region })),
    },
  ],
  regions: [aRegion, withDomain],
  images: [{ ...anImage, size: 20 }],
};
const now = new Date('2026-03-01T10:00:00Z');
const inHours = (hours: number) => new Date(now.getTime() + hours * 3_600_000).toISOString();

function anOrder(change: Partial<OrderInput> = {}): OrderInput {
  const complete = { region: '9-1', sku: '1', image: '12', pricing: 'ON_DEMAND', rootDiskSize: 500 };
  return { ...emptyOrder, ...complete, ...change };
}

describe('only visible fields are sent', () => {
  const filled = {
    pricingQuantity: 3,
    reservationStartTime: inHours(2),
    interruption: 'DESTROY' as const,
    http: { host: 'app.served.example', targetPort: 80 },
  };
  it.each<[string, Partial<OrderInput>, string[]]>([
    ['on demand: neither term nor start nor interruption', { pricing: 'ON_DEMAND' }, []],
    ['reserved: the term', { pricing: 'RESERVED' }, ['pricingQuantity', 'reservationStartTime']],
    ['spot: the choice for an interruption', { pricing: 'SPOT' }, ['interruption']],
    ['in a region with a domain: the host', { region: 'served' }, ['http']],
  ])('%s', (_, choice, sent) => {
    const order = visibleOrder(anOrder({ ...filled, ...choice }), catalogue);
    const present = Object.keys(filled).filter((name) => order[name as keyof OrderInput] !== undefined);
    expect(present).toEqual(sent);
  });

  it.each([
    ['NEVER', { kind: 'NEVER' }],
    ['AT', { kind: 'AT', at: inHours(2) }],
    ['AFTER', { kind: 'AFTER', hours: 4 }],
    ['IDLE', { kind: 'IDLE', gpuPercent: 5, minutes: 60 }],
    ['WEEKLY', { kind: 'WEEKLY', ...officeHours }],
  ] as const)('of an automatic stop: %s', (kind, sent) => {
    const order = anOrder({ autoStop: { kind, at: inHours(2), hours: 4, ...usualAutoStop } });
    expect(visibleOrder(order, catalogue).autoStop).toEqual(sent);
  });

  it('and a hidden term does not prevent a quote', () => {
    const order = visibleOrder(anOrder({ pricingQuantity: NaN }), catalogue);
    expect(quoteRequestOf(order)).toMatchObject({
      pricing: 'ON_DEMAND',
      pricingQuantity: 1,
      rootDiskSize: 500,
    });
  });

  it('and an incomplete disk size does not prevent a quote', () => {
    const order = visibleOrder(anOrder({ rootDiskSize: NaN }), catalogue);
    expect(quoteRequestOf(order)).toMatchObject({ pricing: 'ON_DEMAND' });
  });

  it('and an incomplete start does not prevent a quote', () => {
    const typed = { pricing: 'RESERVED', reservationStartTime: '2026-03-0' };
    const request = quoteRequestOf(visibleOrder(anOrder(typed), catalogue));
    expect(request).toMatchObject({ pricing: 'RESERVED' });
    expect(request).not.toHaveProperty('reservationStartTime');
  });
});

describe('errors are shown at their fields', () => {
  it.each<[string, Partial<OrderInput>, Record<string, string>]>([
    ['nothing', {}, {}],
    ['a disk larger than included', { rootDiskSize: 501 }, { rootDiskSize: 'diskTooLarge' }],
    ['nothing for the disk of two SKUs', { rootDiskSize: 1000, skuQuantity: 2 }, {}],
    ['a disk smaller than the image', { rootDiskSize: 10 }, { rootDiskSize: 'outOfRange' }],
    ['a start in the past', { reservationStartTime: inHours(-1) }, { reservationStartTime: 'dateInPast' }],
    ['a stop in the past', { autoStop: { kind: 'AT', at: inHours(-1) } }, { 'autoStop.at': 'dateInPast' }],
    [
      'a stop before the term begins',
      { autoStop: { kind: 'AT', at: inHours(1) }, reservationStartTime: inHours(2) },
      { 'autoStop.at': 'stopBeforeStart' },
    ],
    [
      'nothing for a past stop that is no longer chosen',
      { autoStop: { kind: 'AFTER', at: inHours(-1), hours: 1 } },
      {},
    ],
    [
      'a start too far ahead',
      { reservationStartTime: inHours(721) },
      { reservationStartTime: 'startTooLate' },
    ],
    [
      'an idle stop with an image that measures nothing',
      { autoStop: { kind: 'IDLE', gpuPercent: 5, minutes: 60 } },
      { 'autoStop.kind': 'notOffered' },
    ],
    ['a region without the SKU', { region: 'elsewhere' }, { sku: 'notOffered' }],
    ['an image that was withdrawn', { image: 'former' }, { image: 'notOffered' }],
    [
      'a host of another region',
      { region: 'served', http: { host: 'app.other.example', targetPort: 80 } },
      { 'http.host': 'hostNotInRegion' },
    ],
  ])('%s', (_, change, problems) => {
    expect(problemsOf(anOrder(change), catalogue, now)).toEqual(problems);
  });
});

it('uses the whole disk that a SKU includes', () => {
  expect(fitToSku(anOrder({ rootDiskSize: 40, skuQuantity: 2 }), catalogue.skus[0]!)).toMatchObject({
    rootDiskSize: 1000,
  });
});

it('offers an unused port', () => {
  const row = (port: number) => ({ protocol: 'TCP' as const, port, targetPort: port });
  expect(freePort([row(8888), row(8889)])).toBe(8890);
});
