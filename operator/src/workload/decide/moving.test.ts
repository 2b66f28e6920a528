import { describe, expect, it } from '@jest/globals';
import type { WorkloadSpec, WorkloadStatus } from '@gpulease/crds';
import type { Placer } from '@gpulease/placement/placer';
import { aScope, aVirtualMachine, aWorkload, anInstance, funded, minutesAgo } from '../../testing/scope.ts';
import type { Scope } from '../scope.ts';
import { buildStatus } from '../status/status.ts';
import { observe } from './observe.ts';
import { askPlacer } from './placing.ts';
import { nextTransition } from './transition.ts';

const RUNNING = { runStrategy: 'RerunOnFailure' };
const HALTED = { runStrategy: 'Halted' };
const on = aVirtualMachine({ ...RUNNING, template: {} }, RUNNING);
const running: WorkloadStatus = {
  phase: 'Running',
  conditions: [funded],
  placed: { node: 'gpu-1', at: minutesAgo(60) },
  resources: { cpu: 8, memory: '32Gi', disk: '200Gi' },
  runs: [{ id: 'vmi-1', startedAt: minutesAgo(59) }],
};
const NO_ROOM = { reason: 'NoCapacity', message: 'Node gpu-2 does not have 2 A100 free.' };

/** A placer that keeps what it is asked for, or does not. */
function aPlacer(hasRoom: boolean) {
  const asked: string[] = [];
  const answer = (node = '') => (hasRoom ? { node, awaitsSpot: false } : { refusal: NO_ROOM });
  const placer = {
    keep: ({ node }: { node?: string }) => {
      asked.push(`keep ${node}`);
      return answer(node);
    },
    place: ({ node }: { node?: string }) => {
      asked.push('place');
      return answer(node);
    },
    leave: () => void asked.push('leave'),
  };
  return { asked, placer: placer as unknown as Placer };
}

interface Case {
  spec?: Partial<WorkloadSpec>;
  status?: WorkloadStatus;
  scope?: Partial<Scope>;
  hasRoom?: boolean;
}

/** Of a running machine for which an administrator chose gpu-2, unless told otherwise. */
function next({ spec, status, scope: changes, hasRoom = true }: Case = {}) {
  const workload = aWorkload({ placement: { nodeName: 'gpu-2' }, ...spec }, { ...running, ...status });
  const seen = aScope(workload, { virtualMachine: on, machine: anInstance({ Running: 59 }), ...changes });
  const { asked, placer } = aPlacer(hasRoom);
  const scope = { ...seen, ...askPlacer(seen, placer) };
  const observed = observe(scope);
  const transition = nextTransition(workload.status?.phase ?? 'Pending', observed);
  return { asked, ...buildStatus(scope, { observed, transition }) };
}

describe('a running machine for which another node was chosen', () => {
  it('is stopped once room for it is kept there; its run ends by the move, no halt keeps it off', () => {
    const { phase, reason, halt, placed, runs, asked } = next();
    expect(asked).toEqual(['keep gpu-2']);
    expect({ phase, reason, halt, placed }).toEqual({
      phase: 'Stopping',
      reason: 'Moving',
      halt: undefined,
      placed: running.placed,
    });
    expect(runs).toEqual([
      expect.objectContaining({ id: 'vmi-1', endReason: 'Moving', stoppedAt: minutesAgo(0) }),
    ]);
  });

  it('runs on while there is no room, and says so', () => {
    const { phase, conditions } = next({ hasRoom: false });
    expect(phase).toBe('Running');
    const scheduled = conditions?.find(({ type }) => type === 'Scheduled');
    expect(scheduled).toMatchObject({ status: 'True', reason: 'MoveWaiting' });
    expect(scheduled?.message).toContain(NO_ROOM.message);
  });

  it.each<[string, Case, said: string]>([
    [
      'its disk is on its node',
      { scope: { diskNode: 'gpu-1' } },
      "The machine's disk is on a different node from the chosen one.",
    ],
    [
      'the chosen address is of no use',
      { spec: { placement: { nodeName: 'gpu-2', address: '198.51.100.1' } } },
      "The chosen address is not one of the region's addresses.",
    ],
  ])('runs on where %s, keeps no room, and says why', (_, given, said) => {
    const { phase, asked, conditions } = next(given);
    expect([phase, asked]).toEqual(['Running', ['leave']]);
    expect(conditions?.find(({ type }) => type === 'Scheduled')?.message).toContain(said);
  });

  const silent = { type: 'Ready', status: 'Unknown', lastTransitionTime: minutesAgo(1) };
  it.each<[string, Case]>([
    ['it is there already', { spec: { placement: { nodeName: 'gpu-1' } } }],
    ['no node was chosen', { spec: { placement: { address: '203.0.113.7' } } }],
    [
      'its chosen time has not come',
      { spec: { placement: { nodeName: 'gpu-2', startTime: minutesAgo(-5) } } },
    ],
    [
      'its node is silent, so that nobody could tell when it is off',
      { scope: { node: { metadata: { name: 'gpu-1' }, status: { conditions: [silent] } } as Scope['node'] } },
    ],
    [
      'its new port was refused',
      {
        status: {
          observedGeneration: 1,
          retry: { reason: 'PortTaken', message: 'No.', attempts: 1, nextAt: minutesAgo(-1) },
        },
      },
    ],
  ])('runs on where %s, and nothing is kept', (_, given) => {
    const { phase, asked } = next(given);
    expect([phase, asked]).toEqual(['Running', ['leave']]);
  });

  it('is not stopped in the round in which its new port is refused', () => {
    const failures = [{ reason: 'PortTaken', message: 'No.' }];
    expect(next({ scope: { failures } }).phase).toBe('Running');
  });

  it.each<[string, Case, reason: string]>([
    ['its owner has switched it off', { spec: { powerState: 'Stopped' } }, 'StopRequested'],
    ['its funds have run out', { status: { billing: { fundedUntil: minutesAgo(0) } } }, 'RunwayEnded'],
  ])('is stopped for good where %s', (_, given, reason) => {
    const { phase, reason: said, asked } = next(given);
    expect([phase, said, asked]).toEqual(['Stopping', reason, ['leave']]);
  });
});

describe('a machine on its way to another node', () => {
  const off = aVirtualMachine({ ...HALTED, template: {} }, HALTED);
  const gone = { virtualMachine: off, machine: undefined };
  const ended = [{ id: 'vmi-1', startedAt: minutesAgo(59), stoppedAt: minutesAgo(0.5), endReason: 'Moving' }];
  const { placed, ...left } = { ...running, runs: ended };

  it.each<[string, Case, phase: string, asked: string]>([
    [
      'holds both places until it is gone',
      { status: { phase: 'Stopping', placed } },
      'Stopping',
      'keep gpu-2',
    ],
    [
      'gives the old one back then',
      { status: { phase: 'Stopping', placed }, scope: gone },
      'Stopped',
      'keep gpu-2',
    ],
    [
      'asks for a place without being told to',
      { status: { phase: 'Stopped' }, scope: gone },
      'Pending',
      'keep gpu-2',
    ],
    ['starts there', { status: { phase: 'Pending' }, scope: gone }, 'Starting', 'place'],
  ])('%s', (_, { status, scope }, phase, asked) => {
    const told = next({ status: { ...left, placed: undefined, ...status }, ...(scope && { scope }) });
    expect([told.phase, told.asked]).toEqual([phase, [asked]]);
    const nodes: Record<string, string> = { Stopping: 'gpu-1', Starting: 'gpu-2' };
    expect(told.placed?.node).toBe(nodes[phase]);
  });

  it('tells its owner in words when there is no room after all', () => {
    const told = next({
      status: { ...left, placed: undefined, phase: 'Pending' },
      scope: gone,
      hasRoom: false,
    });
    expect(told).toMatchObject({ phase: 'Pending', reason: 'NoCapacity', message: NO_ROOM.message });
  });
});
