import { expect, it } from '@jest/globals';
import { aWorkload } from '../../testing/samples.ts';
import { spentIn } from './workload.ts';

const { pricing } = aWorkload;
const cost = { ...aWorkload.cost, perHour: '17.366667', thisRun: '80.00' };

it.each([
  ['the price of the time', { pricing, cost }, '52.10'],
  ['no more than the run has cost', { pricing, cost: { ...cost, thisRun: '40.00' } }, '40.00'],
  ['the price of Spot', { pricing: { ...pricing, mode: 'SPOT' as const }, cost }, '52.10'],
  [
    'nothing in a term that is already paid',
    { pricing: { ...pricing, mode: 'RESERVED' as const }, cost },
    undefined,
  ],
  ['nothing if the machine is free', { pricing, cost: { ...cost, perHour: '0.00' } }, undefined],
])('three idle hours cost %s', (_, workload, spent) => {
  expect(spentIn(workload, 3 * 3_600)).toBe(spent);
});
