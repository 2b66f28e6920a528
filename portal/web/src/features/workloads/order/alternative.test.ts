import { expect, it } from '@jest/globals';
import type { Availability } from '@gpulease/contract/catalogue';
import { anImage, aRegion, aSku } from '../../../testing/samples.ts';
import { alternativeTo } from './alternative.ts';
import { emptyOrder } from './order.ts';

const hourly = aSku.pricing[0]!;
const at = (region: string, available: number): Availability => ({
  ...aSku.availability[0]!,
  region,
  available,
});
const wanted = { ...aSku, availability: [at('east', 0)] };
const like = (name: string, change: object) => ({
  ...aSku,
  name,
  pricing: [{ ...hourly, name: `${name}-hourly` }],
  availability: [at('east', 3)],
  ...change,
});
const twice = like('twice', { gpuNumber: 2 });
const bigger = like('bigger', { gpu: 'big', gpuMemory: 80 });
const smaller = like('smaller', { gpu: 'small', gpuMemory: 8 });
const order = { ...emptyOrder, sku: wanted.name, region: 'east', pricing: hourly.name };

const found = (...skus: (typeof aSku)[]) => {
  const one = alternativeTo(order, { skus, regions: [aRegion], images: [anImage] });
  return one && [one.sku.name, one.region];
};

it.each([
  [
    'the same machine elsewhere',
    [{ ...wanted, availability: [at('east', 0), at('west', 1)] }, twice],
    [wanted.name, 'west'],
  ],
  ['another machine with the GPU', [wanted, bigger, twice], ['twice', 'east']],
  ['a GPU with more memory', [wanted, smaller, bigger], ['bigger', 'east']],
  ['nothing smaller', [wanted, smaller], undefined],
  ['nothing in another mode', [wanted, like('spot', { pricing: [{ ...hourly, mode: 'SPOT' }] })], undefined],
])('the alternative to a sold-out machine is %s', (_, skus, expected) => {
  expect(found(...skus)).toEqual(expected);
});
