import { describe, expect, it } from '@jest/globals';
import type { WorkloadPhase, WorkloadStatus } from '@gpulease/crds';
import { NOW, aWorkload, minutesAgo } from '../../testing/scope.ts';
import type { Scope } from '../scope.ts';
import { nextPlacementAt, nextRetry, pausedBy, placeGivenBack, type Retry } from './retry.ts';

const refused = { reason: 'ServiceRefused', message: 'No ports.', detail: 'exceeded quota' };

function aRetry(changes: Partial<Retry> = {}): Retry {
  return { ...refused, attempts: 1, nextAt: minutesAgo(0), ...changes };
}

function seen(retry: Retry | undefined, status: WorkloadStatus = {}) {
  const known = { phase: 'Pending' as const, observedGeneration: 1, ...(retry && { retry }), ...status };
  return { workload: aWorkload({}, known), now: NOW };
}

const secondsUntil = (retry: Retry | undefined) => (Date.parse(retry?.nextAt ?? '') - NOW.getTime()) / 1000;

describe('the pause after a failure', () => {
  it.each([
    ['ServiceRefused', [1, 4, 30, 60, 120, 240, 300, 300]],
    ['Unschedulable', [60, 120, 240, 300, 300]],
    ['UserDataMissing', [30, 30, 30]],
    ['PortTaken', [30, 30, 30]],
  ])('grows with the attempts, except for failures its owner may fix: %s', (reason, pauses) => {
    const tries = pauses.map((_, before) => aRetry({ reason, attempts: before }));
    expect(
      tries.map((retry) => secondsUntil(nextRetry(seen(retry), 'Pending', { ...refused, reason }))),
    ).toEqual(pauses);
  });

  it('starts over for another reason', () => {
    const retry = nextRetry(seen(aRetry({ attempts: 5 })), 'Pending', {
      ...refused,
      reason: 'SecretRefused',
    });
    expect(retry).toMatchObject({ reason: 'SecretRefused', attempts: 1 });
  });

  it('does not count an attempt twice', () => {
    const paused = aRetry({ attempts: 3, nextAt: minutesAgo(-1) });
    expect(nextRetry(seen(paused), 'Pending', refused)).toEqual(paused);
  });

  it.each<[phase: WorkloadPhase, isKept: boolean]>([
    ['Pending', true],
    ['Scheduled', true],
    ['Starting', true],
    ['Running', false],
    ['Stopping', false],
    ['Stopped', false],
    ['Failed', false],
  ])('in %s without a failure keeps its count: %s', (phase, isKept) => {
    expect(nextRetry(seen(aRetry()), phase, undefined) !== undefined).toBe(isKept);
  });
});

it('the pause for a disk failure is over as soon as CDI reports no failure', () => {
  const retry = aRetry({ reason: 'DiskNotProvided', nextAt: minutesAgo(-4) });
  const withDisk = (status: object) => ({
    ...seen(retry),
    rootDisk: { metadata: { name: 'root' }, status } as unknown as Scope['rootDisk'],
  });
  const isUnbound = { phase: 'Pending', conditions: [{ type: 'Bound', status: 'False', reason: 'Pending' }] };
  expect(pausedBy(withDisk(isUnbound))).toEqual(retry);
  const mended = withDisk({ phase: 'Succeeded' });
  expect(pausedBy(mended)).toBeUndefined();
  expect(nextPlacementAt(mended)).toBeUndefined();
  expect(nextRetry(mended, 'Pending', undefined)?.nextAt).toBe(NOW.toISOString());
});

describe('during the pause after a failure', () => {
  const soon = minutesAgo(-1);
  const third = aRetry({ attempts: 3, nextAt: soon });
  interface Verdict {
    isPaused: boolean;
    isGivenBack: boolean;
  }

  it.each<[what: string, scope: ReturnType<typeof seen>, verdict: Verdict]>([
    ['nothing has failed', seen(undefined), { isPaused: false, isGivenBack: false }],
    ['the second attempt failed', seen({ ...third, attempts: 2 }), { isPaused: true, isGivenBack: false }],
    ['the third attempt failed', seen(third), { isPaused: true, isGivenBack: true }],
    [
      'the port is taken',
      seen(aRetry({ reason: 'PortTaken', nextAt: soon })),
      { isPaused: true, isGivenBack: true },
    ],
    ['the pause is over', seen(aRetry({ attempts: 3 })), { isPaused: false, isGivenBack: false }],
    ['the spec has changed', seen(third, { observedGeneration: 0 }), { isPaused: false, isGivenBack: false }],
  ])('%s', (_, scope, { isPaused, isGivenBack }) => {
    const reason = scope.workload.status?.retry?.reason;
    expect(pausedBy(scope) !== undefined).toBe(isPaused);
    expect(placeGivenBack(scope)).toEqual(isGivenBack ? { ...refused, reason } : undefined);
    expect(nextPlacementAt(scope)).toEqual(isGivenBack ? new Date(soon) : undefined);
  });
});
