import { describe, expect, it } from '@jest/globals';
import type { Lease } from './core/system.ts';
import { heldBy, nextMove, released } from './leader-lease.ts';

const now = new Date('2026-05-01T08:00:00.123Z');

function aLease(spec: Lease['spec']): Lease {
  return {
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    metadata: { name: 'operator' },
    ...(spec && { spec }),
  };
}
const heldByOther = aLease({
  holderIdentity: 'other',
  leaseDurationSeconds: 15,
  leaseTransitions: 4,
  acquireTime: 'then',
  renewTime: 'then',
});

describe("a candidate's next move", () => {
  it.each([
    ['no lease yet', undefined, 0, 'Create'],
    ['a released lease', aLease({ holderIdentity: '' }), 0, 'Acquire'],
    ['a lease without content', aLease(undefined), 0, 'Acquire'],
    ['its own lease', aLease({ holderIdentity: 'me' }), 99_000, 'Renew'],
    ["another candidate's live lease", heldByOther, 14_999, 'Wait'],
    ["another candidate's expired lease", heldByOther, 15_000, 'Acquire'],
  ])('%s', (_, lease, unchangedMs, expected) => {
    expect(nextMove(lease, 'me', unchangedMs)).toBe(expected);
  });
});

describe('the content of a lease', () => {
  const held = { holderIdentity: 'me', leaseDurationSeconds: 15 };
  const time = '2026-05-01T08:00:00.123000Z';

  it('of the first leader counts no transition', () => {
    expect(heldBy('me', { previous: undefined, leaseDurationMs: 15_000, now })).toEqual({
      ...held,
      acquireTime: time,
      renewTime: time,
      leaseTransitions: 0,
    });
  });

  it('of the next leader counts the transition', () => {
    expect(heldBy('me', { previous: heldByOther, leaseDurationMs: 15_000, now })).toMatchObject({
      acquireTime: time,
      renewTime: time,
      leaseTransitions: 5,
    });
  });

  it('of a leader that renews keeps its acquire time', () => {
    const previous = aLease({ ...held, acquireTime: 'then', renewTime: 'then', leaseTransitions: 4 });
    expect(heldBy('me', { previous, leaseDurationMs: 15_000, now })).toEqual({
      ...held,
      acquireTime: 'then',
      renewTime: time,
      leaseTransitions: 4,
    });
  });

  it('names no holder when the leader leaves', () => {
    expect(released(now)).toMatchObject({ holderIdentity: '', leaseDurationSeconds: 1 });
  });
});
