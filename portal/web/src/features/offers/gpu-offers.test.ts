import { expect, it } from '@jest/globals';
import type { Availability } from '@gpulease/contract/catalogue';
import { aSku } from '../../testing/samples.ts';
import { bestLevel, firstAvailable, gpuOffers, availableMode, offersShown } from './gpu-offers.ts';

const hourly = aSku.pricing[0]!;
const place = (region: string, available: number, level: Availability['level'] = 'HIGH'): Availability => ({
  ...aSku.availability[0]!,
  region,
  available,
  level,
});
const one = { ...aSku, name: 'one', gpuNumber: 1, availability: [place('a', 5), place('b', 0, 'NONE')] };
const eight = {
  ...aSku,
  name: 'eight',
  gpuNumber: 8,
  pricing: [
    { ...hourly, price: '48.00' },
    { ...hourly, mode: 'RESERVED', unit: 'MONTH', price: '28800.00' } as const,
  ],
  availability: [place('a', 0, 'NONE')],
};
const bare = { ...aSku, name: 'bare', gpu: null, gpuModel: null, gpuMemory: null, gpuNumber: 0 };

it('offers each model once, and machines without a GPU at the end', () => {
  expect(
    gpuOffers([bare, eight, one]).map(({ model, skus }) => [model, skus.map(({ name }) => name)]),
  ).toEqual([
    ['4090', ['one', 'eight']],
    [null, ['bare']],
  ]);
});

it('compares the price of one GPU per hour, whatever the unit, and names the machine to start with', () => {
  const prices = (region?: string) =>
    Object.entries(gpuOffers([one, eight], region)[0]!.prices).map(([mode, { price, machine, isVaried }]) => [
      mode,
      price,
      machine.name,
      isVaried,
    ]);
  expect(prices()).toEqual([
    ['ON_DEMAND', '7.20', 'one', true],
    ['RESERVED', '5.00', 'eight', false],
  ]);
});

it('uses the machine that the region has, and its price', () => {
  const here = { ...eight, availability: [place('c', 1)] };
  expect(gpuOffers([one, here], 'c')[0]?.prices.ON_DEMAND).toMatchObject({ price: '6.00', isVaried: true });
});

it('counts the free GPUs of each region', () => {
  const places = gpuOffers([one, { ...eight, availability: [place('a', 1, 'LOW')] }])[0]?.places;
  expect(places?.map(({ region, available, level }) => [region, available, level])).toEqual([
    ['a', 8, 'HIGH'],
    ['b', 0, 'NONE'],
  ]);
});

it('starts with the smallest available machine', () => {
  const soldOut = { ...one, availability: [] };
  expect(firstAvailable([soldOut, { ...eight, availability: [place('a', 1)] }])?.name).toBe('eight');
  expect(firstAvailable([soldOut])?.name).toBe('one');
});

it('returns the best availability of all regions, Spot included', () => {
  const noSpot = { available: 0, level: 'NONE' } as const;
  const few = { ...place('a', 2, 'LOW'), spot: noSpot };
  const none = { ...place('b', 0, 'NONE'), spot: noSpot };
  const spot = { available: 9, level: 'HIGH' } as const;
  expect(bestLevel([none, few])).toBe('LOW');
  expect(bestLevel([{ ...none, spot }, few])).toBe('HIGH');
  expect(bestLevel([])).toBe('NONE');
});

it('returns how a GPU can be ordered: now, as Spot if nothing else is left, or for a later term', () => {
  const modes = ['ON_DEMAND', 'RESERVED', 'SPOT'] as const;
  const pricing = modes.map((mode) => ({ ...hourly, mode }));
  const withLeft = (available: number, spot: number, bookable: number) => [
    {
      ...one,
      pricing,
      availability: [
        { ...place('a', available), spot: { ...place('a', spot).spot, available: spot }, bookable },
      ],
    },
  ];
  expect(availableMode(withLeft(1, 9, 9))).toBe('ON_DEMAND');
  expect(availableMode(withLeft(0, 1, 9))).toBe('SPOT');
  expect(availableMode(withLeft(0, 0, 1))).toBe('RESERVED');
  expect(availableMode(withLeft(0, 0, 0))).toBeUndefined();
  expect(availableMode(withLeft(1, 1, 1), 'elsewhere')).toBeUndefined();
});

const sku = (gpu: string, price: string, region: string) => ({
  ...aSku,
  name: gpu,
  gpu,
  gpuModel: gpu,
  pricing: [{ ...hourly, price }],
  availability: [{ ...aSku.availability[0]!, region }],
});
const spot = { ...sku('h100', '20.00', 'north'), pricing: [{ ...hourly, mode: 'SPOT' as const }] };
const skus = [sku('a100', '8.00', 'east'), sku('4090', '2.00', 'north'), spot];
const names = (wish: Parameters<typeof offersShown>[1]) => offersShown(skus, wish).map(({ model }) => model);

it.each([
  ['all offers, the cheapest first', {}, ['4090', 'a100', 'h100']],
  ['offers in a region', { region: 'north' }, ['4090', 'h100']],
  ['offers with a price in a mode', { mode: 'SPOT' }, ['h100']],
  ['offers sorted by descending price', { sort: '-ON_DEMAND', region: 'east' }, ['a100']],
  ['offers sorted by name', { sort: 'model' }, ['4090', 'a100', 'h100']],
] as const)('shows %s', (_, wish, shown) => {
  expect(names(wish)).toEqual(shown);
});
