import { expect, it } from '@jest/globals';
import type { Pod } from '@gpulease/kube';
import { hasStartedSince, seenUntil } from './cluster.ts';

it.each([
  ['before', '2026-11-28T08:00:09Z', false],
  ['in the same second, because kubelet writes no fractions', '2026-11-28T08:00:10Z', true],
  ['later', '2026-11-28T08:00:11Z', true],
  ['never', undefined, false],
])('a pod that started %s', (_, startedAt, expected) => {
  const containerStatuses = [{ state: startedAt === undefined ? {} : { running: { startedAt } } }];
  const pod = { status: { containerStatuses } } as Pod;
  expect(hasStartedSince(pod, Date.parse('2026-11-28T08:00:10.700Z'))).toBe(expected);
});

it('retains what it saw in between, whether the work succeeds or fails', async () => {
  for (const failed of [false, true]) {
    const { promise: end, resolve, reject } = Promise.withResolvers<string>();
    const looks = [['fine at first'], ['crashed'], ['crashed']];
    const look = () => {
      if (looks.length === 1) (failed ? reject : resolve)('over');
      return Promise.resolve(looks.shift() ?? []);
    };
    expect(await seenUntil(end, look)).toEqual(['fine at first', 'crashed']);
    if (failed) await expect(end).rejects.toBe('over');
  }
});
