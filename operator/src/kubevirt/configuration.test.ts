import { expect, it } from '@jest/globals';
import type { KubeVirt } from '@gpulease/kube/kubevirt';
import { overheadRatioOf } from './configuration.ts';

it.each([
  ['the one of the KubeVirt object', '1.5', 1.5],
  ['1 if unset', undefined, 1],
  ['1 if KubeVirt would refuse the value', '0.5', 1],
  ['1 if the value is not a number', 'much', 1],
])('the memory overhead ratio is %s', (_, ratio, expected) => {
  const spec = { configuration: { additionalGuestMemoryOverheadRatio: ratio } };
  expect(overheadRatioOf({ spec } as unknown as KubeVirt)).toBe(expected);
});
