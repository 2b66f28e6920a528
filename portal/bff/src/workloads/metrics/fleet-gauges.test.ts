import { expect, it } from '@jest/globals';
import { fleetGaugeQuery } from './fleet-gauges.ts';

const sum = (name: string) => `sum by (name) (avg_over_time(DCGM_FI_DEV_${name}{name!=""}[120s]) >= 0)`;

it.each([
  ['gpuUse', 'avg by (name) (clamp(avg_over_time(DCGM_FI_DEV_GPU_UTIL{name!=""}[120s]), 0, 100) >= 0)'],
  ['gpuMemory', `100 * ${sum('FB_USED')} / (${sum('FB_USED')} + ${sum('FB_FREE')})`],
] as const)('a gauge of the fleet is a number for each machine: %s', (field, query) => {
  expect(fleetGaugeQuery(field, 120_000)).toBe(query);
});
