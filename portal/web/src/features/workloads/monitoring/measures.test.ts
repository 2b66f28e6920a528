import { describe, expect, it } from '@jest/globals';
import type { MetricGraph } from '@gpulease/contract/workload-metrics';
import { isMeasured, isShown, scaleOf, topOf } from './measures.ts';

const graph = (values: (number | null)[], limit: number | null = null): MetricGraph => ({
  metric: 'MEMORY',
  unit: 'BYTES',
  limit,
  series: [{ of: 'USED', gpu: null, values }],
});

it.each([
  ['PERCENT', 100, 1, '%'],
  ['WATTS', 4_000, 1, '\u00a0W'],
  ['PER_SECOND', 4_000, 1, '/s'],
  ['MEGAHERTZ', 1_410, 1, '\u00a0MHz'],
  ['CORES', 4_000, 1, ''],
  ['BYTES', 0, 1, '\u00a0B'],
  ['BYTES', 1_023, 1, '\u00a0B'],
  ['BYTES', 1_024, 1_024, '\u00a0KiB'],
  ['BYTES', 80 * 2 ** 30, 2 ** 30, '\u00a0GiB'],
  ['BYTES_PER_SECOND', 5e6, 2 ** 20, '\u00a0MiB/s'],
  ['BYTES', 2 ** 60, 2 ** 40, '\u00a0TiB'],
] as const)('%s up to %d are formatted as multiples of %d%s', (unit, highest, divisor, suffix) => {
  expect(scaleOf(unit, highest)).toEqual({ divisor, suffix });
});

describe('the vertical axis', () => {
  const whole = { divisor: 1, suffix: '' };
  it.each([
    ['at the limit', graph([1, null, 30], 80), 80],
    ['at the highest value if it exceeds the limit', graph([100.5], 100), 100.5],
    ['at the next round number without a limit', graph([null, 43]), 50],
    ['at 1 without values', graph([]), 1],
  ])('ends %s', (_, of, top) => {
    expect(topOf(of, whole)).toBe(top);
  });
});

it('a graph is measured if one of its lines has a value', () => {
  expect([graph([null, 0]), graph([null]), { ...graph([]), series: [] }].map(isMeasured)).toEqual([
    true,
    false,
    false,
  ]);
});

it.each([
  ['a common graph without data', 'MEMORY', [null], true],
  ['a rare graph without data', 'GPU_NVLINK', [null], false],
  ['a rare graph with data', 'GPU_NVLINK', [0], true],
] as const)('whether %s is shown', (_, metric, values, shown) => {
  expect(isShown({ ...graph([...values]), metric })).toBe(shown);
});
