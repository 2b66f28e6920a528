import { describe, expect, it } from '@jest/globals';
import { API_VERSION, type SKUStatus } from '@gpulease/crds';
import { referenceFault, type ReferenceFault } from '../catalogue/references.ts';
import type { RegionSupply } from '@gpulease/placement/supplies';
import { assessSku, type SkuFaults } from './status.ts';

const supply = (region: string): RegionSupply => ({
  region,
  ...{ available: 4, largest: 4, spot: { available: 4, largest: 4 } },
  ...{ bookable: 4, later: [], maxQuantity: 4 },
});

/** Returns the fault of an existing object whose Ready is False with this reason. */
function unready(kind: string, name: string, reason: string): ReferenceFault | undefined {
  const condition = { type: 'Ready', status: 'False' as const, reason, message: `It is ${reason}.` };
  const lastTransitionTime = '2026-01-01T00:00:00Z';
  const status = { conditions: [{ ...condition, lastTransitionTime }] };
  return referenceFault(kind, name, { ...anObject(kind, name), status });
}
const anObject = (kind: string, name: string) => ({ apiVersion: API_VERSION, kind, metadata: { name } });
const missing = (kind: string, name: string) => referenceFault(kind, name, undefined)!;

const notPermitted = unready('GPU', 'b200', 'NotPermitted');
const tooLow = unready('PricingPolicy', 'p08', 'PriceTooLow');
const noClass = unready('Region', 'west', 'ReferenceMissing')!;

function assess(faults: Partial<SkuFaults>) {
  const { fields, conditions } = assessSku({
    availability: [supply('east'), supply('west')],
    nodes: 2,
    workloads: { naming: 0, needing: 0 },
    faults: { prices: [undefined], regions: [], ...faults },
  });
  const { availability = [], available, faults: told = [] } = fields as SKUStatus;
  const { status, reason, message } = conditions[0] ?? {};
  const regions = availability.map(({ region }) => region).join(' ');
  return { regions, available, ready: `${status} ${reason}`, message, told: told.map(({ name }) => name) };
}

interface Case {
  name: string;
  faults: Partial<SkuFaults>;
  /** The regions in which it is sold. */
  regions: string;
  ready: string;
  told: string[];
}
const noPrice = missing('PricingPolicy', 'p09');
const noRegion = missing('Region', 'east');

const cases: Case[] = [
  {
    name: 'is sold when nothing is wrong',
    faults: {},
    regions: 'east west',
    ready: 'True Resolved',
    told: [],
  },
  {
    name: 'is not sold while its GPU is not permitted',
    faults: { gpu: notPermitted },
    regions: '',
    ready: 'False ReferenceNotReady',
    told: ['b200'],
  },
  {
    name: 'is not sold without its GPU',
    faults: { gpu: missing('GPU', 'b200') },
    regions: '',
    ready: 'False ReferenceMissing',
    told: ['b200'],
  },
  {
    name: 'is not sold when its only price is too low',
    faults: { prices: [tooLow] },
    regions: '',
    ready: 'False ReferenceNotReady',
    told: ['p08'],
  },
  {
    name: 'is sold at the other price when one is too low',
    faults: { prices: [tooLow, undefined] },
    regions: 'east west',
    ready: 'True SoldInPart',
    told: ['p08'],
  },
  {
    name: 'is sold at the other price when one does not exist, but is not ready',
    faults: { prices: [undefined, noPrice] },
    regions: 'east west',
    ready: 'False ReferenceMissing',
    told: ['p09'],
  },
  {
    name: 'is not sold when each of its prices has a different fault',
    faults: { prices: [tooLow, noPrice] },
    regions: '',
    ready: 'False ReferenceMissing',
    told: ['p08', 'p09'],
  },
  {
    name: 'is sold in the other region when one has no StorageClass',
    faults: { regions: [noClass] },
    regions: 'east',
    ready: 'True SoldInPart',
    told: ['west'],
  },
  {
    name: 'is not sold when none of its regions can be used',
    faults: { regions: [noClass, noRegion] },
    regions: '',
    ready: 'False ReferenceMissing',
    told: ['west', 'east'],
  },
];

describe('a SKU', () => {
  it.each(cases)('$name', ({ faults, regions, ready, told }) => {
    const count = regions === '' ? 0 : regions.split(' ').length;
    expect(assess(faults)).toMatchObject({ regions, available: 4 * count, ready, told });
  });

  it('names the object and repeats its message', () => {
    expect(assess({ gpu: notPermitted, prices: [tooLow] }).message).toBe(
      'GPU b200 is not ready: It is NotPermitted. PricingPolicy p08 is not ready: It is PriceTooLow.',
    );
  });

  it('ignores a region without open nodes, and objects not checked yet', () => {
    expect(unready('Region', 'west', 'NoNodeReady')).toBeUndefined();
    expect(unready('Region', 'west', 'NoNodes')).toBeUndefined();
    expect(referenceFault('GPU', 'b200', anObject('GPU', 'b200'))).toBeUndefined();
  });
});
