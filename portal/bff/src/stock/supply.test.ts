import type { PricingPolicy, Region, SKU } from '@gpulease/crds';
import { expect, it } from '@jest/globals';
import { nameIn, regionsWithSupply } from './supply.ts';

interface Case {
  readonly available?: number;
  readonly spot?: number;
  readonly modes?: readonly PricingPolicy['spec']['mode'][];
  readonly sku?: SKU['spec']['state'];
  readonly region?: Region['spec']['state'];
}

function supplied({
  available = 0,
  spot = 0,
  modes = ['OnDemand'],
  sku = 'Active',
  region = 'Active',
}: Case) {
  const place = { region: 'east', available, level: 'Low', spot: { available: spot, level: 'Low' } };
  const found = regionsWithSupply({
    sku: { spec: { state: sku }, status: { availability: [place] } } as SKU,
    regions: [
      { metadata: { name: 'east' }, spec: { state: region } },
      { metadata: { name: 'west' }, spec: { state: 'Active' } },
    ] as Region[],
    policies: modes.map((mode) => ({ spec: { mode } }) as PricingPolicy),
  });
  return found.map(({ metadata }) => metadata.name);
}

it.each<[string, Case, string[]]>([
  ['exists where a machine can be started', { available: 1 }, ['east']],
  ['does not exist while all are taken', {}, []],
  ['exists as Spot with a Spot price', { spot: 1, modes: ['OnDemand', 'Spot'] }, ['east']],
  ['does not exist as Spot without a Spot price', { spot: 1 }, []],
  ['does not exist for Spot alone without Spot capacity', { available: 1, modes: ['Spot'] }, []],
  ['does not exist while the SKU is inactive', { available: 1, sku: 'Inactive' }, []],
  ['does not exist while the region is inactive', { available: 1, region: 'Inactive' }, []],
])('supply %s', (_, given, regions) => {
  expect(supplied(given)).toEqual(regions);
});

it.each([
  ['en', 'East China 1'],
  ['zh', '华东一区'],
] as const)('has a name in %s, else in Chinese, else the object name', (language, name) => {
  const translations = { en: { displayName: 'East China 1' } };
  const called = (spec: object) => nameIn({ metadata: { name: 'east' }, spec } as Region, language);
  expect(called({ displayName: '华东一区', translations })).toBe(name);
  expect(called({ displayName: '华东一区' })).toBe('华东一区');
  expect(called({})).toBe('east');
});
