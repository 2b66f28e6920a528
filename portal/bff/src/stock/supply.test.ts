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
  ['is there where one can be started', { available: 1 }, ['east']],
  ['is nowhere while all are taken', {}, []],
  ['is there as Spot for who may order Spot', { spot: 1, modes: ['OnDemand', 'Spot'] }, ['east']],
  ['is not there as Spot that has no price', { spot: 1 }, []],
  ['is not there for Spot alone while only others may have it', { available: 1, modes: ['Spot'] }, []],
  ['is nowhere while the SKU is switched off', { available: 1, sku: 'Inactive' }, []],
  ['is nowhere while the region is switched off', { available: 1, region: 'Inactive' }, []],
])('supply %s', (_, given, regions) => {
  expect(supplied(given)).toEqual(regions);
});

it.each([
  ['en', 'East China 1'],
  ['zh', '华东一区'],
] as const)('is called in %s as there, else in Chinese, else by its name', (language, name) => {
  const translations = { en: { displayName: 'East China 1' } };
  const called = (spec: object) => nameIn({ metadata: { name: 'east' }, spec } as Region, language);
  expect(called({ displayName: '华东一区', translations })).toBe(name);
  expect(called({ displayName: '华东一区' })).toBe('华东一区');
  expect(called({})).toBe('east');
});
