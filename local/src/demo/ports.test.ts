import { describe, expect, it } from '@jest/globals';
import { choosePorts, pickNodePorts, type DemoPorts } from './ports.ts';

const fresh = Array.from({ length: 14 }, (_, index) => 50_000 + index);

describe('the ports of a demo', () => {
  const kept = choosePorts(undefined, () => true, fresh);

  it('are new and all different at the first start', () => {
    expect(new Set(Object.values(kept))).toEqual(new Set(fresh));
  });

  it('stay the same while they are free', () => {
    expect(choosePorts(kept, () => true, [1, 2, 3])).toEqual(kept);
  });

  it('change only if another program took one', () => {
    const chosen = choosePorts(kept, (port) => port !== kept.postgres, [60_000, 60_001]);
    expect(chosen).toEqual({ ...kept, postgres: 60_000 } satisfies DemoPorts);
  });

  it('are completed when a newer version needs one more', () => {
    const { kubevirt: _, ...older } = kept;
    expect(choosePorts(older, () => true, [60_000])).toEqual({ ...kept, kubevirt: 60_000 });
  });
});

describe("the slice of Kubernetes' node ports", () => {
  it.each([
    ['the first', 0, { first: 30_000, last: 30_249 }],
    ['the last', 10, { first: 32_500, last: 32_749 }],
  ])('%s lies within the usual range', (_, slice, expected) => {
    expect(
      pickNodePorts((bound) => {
        expect(slice).toBeLessThan(bound);
        return slice;
      }),
    ).toEqual(expected);
  });
});
