import { describe, expect, it } from '@jest/globals';
import { fatalXidsOf } from './suspects.ts';

/** What Prometheus answers of GPUs that have logged these errors. */
function answer(...errors: [name: string, xid: number][]) {
  const result = errors.map(([name, xid], gpu) => ({
    metric: { namespace: 'u-mei', name, gpu: String(gpu) },
    value: [1_767_225_600, String(xid)],
  }));
  return { status: 'success', data: { resultType: 'vector', result } };
}

describe('what drivers have logged', () => {
  it.each<[what: string, errors: [string, number][], found: [string, number][]]>([
    ['is nothing where no GPU has an error', [], []],
    ['is fatal where the GPU has fallen off the bus', [['vm', 79]], [['u-mei/vm', 79]]],
    [
      'is not fatal where a program is to blame',
      [
        ['vm', 13],
        ['vm', 31],
        ['vm', 43],
        ['vm', 109],
      ],
      [],
    ],
    [
      'is fatal if one of several GPUs says so',
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
      'The answer is no vector',
    );
  });
});
