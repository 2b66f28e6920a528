import { expect, it } from '@jest/globals';
import { aSku } from '../../testing/samples.ts';
import { offersShown } from './offers-shown.ts';

const hourly = aSku.pricing[0]!;
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
  ['all, the cheapest first', {}, ['4090', 'a100', 'h100']],
  ['those of a region', { region: 'north' }, ['4090', 'h100']],
  ['those with a price in a mode', { mode: 'SPOT' }, ['h100']],
  ['sorted by a price downwards', { sort: '-ON_DEMAND', region: 'east' }, ['a100']],
  ['sorted by name', { sort: 'model' }, ['4090', 'a100', 'h100']],
] as const)('shows %s', (_, wish, shown) => {
  expect(names(wish)).toEqual(shown);
});
