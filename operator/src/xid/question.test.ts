import { describe, expect, it } from '@jest/globals';
import { fatalXidsOf } from './suspects.ts';

/** Returns the answer of Prometheus for GPUs that have logged these errors. */
function answer(...errors: [name: string, xid: number][]) {
  const result = errors.map(([name, xid], gpu) => ({
    metric: { namespace: 'u-mei', name, gpu: String(gpu) },
    value: [1_767_225_600, String(xid)],
  }));
  return { status: 'success', data: { resultType: 'vector', result } };
}

describe('the last error of a driver', () => {
  it.each<[what: string, errors: [string, number][], found: [string, number][]]>([
    ['is absent if no GPU has one', [], []],
    ['is fatal if the GPU has fallen off the bus', [['vm', 79]], [['u-mei/vm', 79]]],
    [
      'is not fatal if a program is to blame',
      [
        ['vm', 13],
        ['vm', 31],
        ['vm', 43],
        ['vm', 109],
      ],
      [],
    ],
    [
      'is fatal if it is for one of several GPUs',
      [
        ['vm', 31],
        ['vm', 48],
        ['other', 31],
      ],
      [['u-mei/vm', 48]],
    ],
  ])('%s', (_, errors, found) => {
    expect([...fatalXidsOf(answer(...errors))]).toEqual(found);
  });

  it('is refused in any other form', () => {
    expect(() => fatalXidsOf({ status: 'error', error: 'too many points' })).toThrow(
      'The response is not a vector',
    );
  });
});
