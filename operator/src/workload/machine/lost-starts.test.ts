import { describe, expect, it } from '@jest/globals';
import { NOW, aScope, aVirtualMachine, aWorkload, anInstance } from '../../testing/scope.ts';
import { LostStarts } from './lost-starts.ts';
import type { Scope } from '../scope.ts';

const stopped = { runStrategy: 'RerunOnFailure', printableStatus: 'Stopped', created: false };

function aStart(seconds: number, status: object = stopped, changes: Partial<Scope> = {}): Scope {
  return aScope(aWorkload({}, { phase: 'Starting' }), {
    now: new Date(NOW.getTime() + seconds * 1000),
    virtualMachine: aVirtualMachine({ runStrategy: 'RerunOnFailure' }, status),
    ...changes,
  });
}

describe('a start that came to nothing', () => {
  it('is made again when KubeVirt has left the machine stopped for half a minute', () => {
    const starts = new LostStarts();
    expect(starts.dueAt(aStart(0))).toEqual(new Date(NOW.getTime() + 30_000));
    expect(starts.isDue(aStart(29))).toBe(false);
    expect(starts.isDue(aStart(30))).toBe(true);
  });

  it('begins to count anew when it looked well meanwhile', () => {
    const starts = new LostStarts();
    starts.dueAt(aStart(0));
    starts.dueAt(aStart(10, { ...stopped, printableStatus: 'Starting' }));
    expect(starts.isDue(aStart(30))).toBe(false);
  });

  it.each<[what: string, scope: Scope]>([
    ['has an instance', aStart(0, stopped, { machine: anInstance({ Pending: 0 }) })],
    ['was never started, which KubeVirt goes on to try', aStart(0, { printableStatus: 'Stopped' })],
    [
      'is about to be started after a crash',
      aStart(0, { ...stopped, stateChangeRequests: [{ action: 'Start' }] }),
    ],
    ['runs, and was shut down from inside', { ...aStart(0), workload: aWorkload({}, { phase: 'Running' }) }],
  ])('is not one whose machine %s', (_, scope) => {
    expect(new LostStarts().dueAt(scope)).toBeUndefined();
  });
});
