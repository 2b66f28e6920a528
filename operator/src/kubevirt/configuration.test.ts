import { expect, it } from '@jest/globals';
import type { KubeVirt } from '@gpulease/kube/kubevirt';
import { overheadRatioOf } from './configuration.ts';

it.each([
  ['as the KubeVirt object says', '1.5', 1.5],
  ['1 where it says nothing', undefined, 1],
  ['1 where it says what KubeVirt refuses', '0.5', 1],
  ['1 where it says no number', 'much', 1],
])('the ratio of overhead is %s', (_, ratio, expected) => {
  const spec = { configuration: { additionalGuestMemoryOverheadRatio: ratio } };
  expect(overheadRatioOf({ spec } as unknown as KubeVirt)).toBe(expected);
});
