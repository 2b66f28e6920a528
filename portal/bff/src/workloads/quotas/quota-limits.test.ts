import { describe, expect, it } from '@jest/globals';
import { limitsOf, quotaSpec } from './quota-limits.ts';

describe('the limits of a Tenant', () => {
  it.each([
    ['no quota', undefined, { workloads: null, gpus: null, storage: null, ports: 32, startsPerHour: 30 }],
    [
      'all of them',
      { workloads: 3, gpus: 0, storage: '20Ti', ports: 0, startsPerHour: 0 },
      { workloads: 3, gpus: 0, storage: 20_480, ports: 0, startsPerHour: 0 },
    ],
    [
      'a part of a GiB',
      { storage: '1536Mi' },
      { workloads: null, gpus: null, storage: 1.5, ports: 32, startsPerHour: 30 },
    ],
  ])('are numbers, storage in GiB: %s', (_, quota, limits) => {
    expect(limitsOf(quota, { startsPerHour: 30 })).toEqual(limits);
  });

  it('are written as a quota, without unlimited kinds', () => {
    expect(quotaSpec({ workloads: null, gpus: 4, storage: 1.5, ports: 0, startsPerHour: null })).toEqual({
      quota: { workloads: undefined, gpus: 4, storage: '1536Mi', ports: 0, startsPerHour: undefined },
    });
  });
});
