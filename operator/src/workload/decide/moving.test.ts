import { describe, expect, it } from '@jest/globals';
import type { WorkloadSpec, WorkloadStatus } from '@gpulease/crds';
import type { Placer } from '@gpulease/placement/placer';
import { aScope, aVirtualMachine, aWorkload, anInstance, funded, minutesAgo } from '../../testing/scope.ts';
import type { Scope } from '../scope.ts';
import { buildStatus } from '../status/status.ts';
import { nextDeadline, observe } from './observe.ts';
import { requestPlacement } from './placing.ts';
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

/** A placer that grants or refuses all requests. */
function aPlacer(hasRoom: boolean) {
  const asked: string[] = [];
  const answer = (node = '') => (hasRoom ? { node, awaitsSpot: false } : { refusal: NO_ROOM });
  const placer = {
    keep: ({ node, leaves }: { node?: string; leaves?: string }) => {
      asked.push(leaves === undefined ? `keep ${node}` : `leave ${leaves}`);
      return answer(node ?? 'gpu-3');
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

/** Returns the next status of a running machine; by default, an administrator chose gpu-2 for it. */
function next({ spec, status, scope: changes, hasRoom = true }: Case = {}) {
  const workload = aWorkload({ placement: { nodeName: 'gpu-2' }, ...spec }, { ...running, ...status });
  const seen = aScope(workload, { virtualMachine: on, machine: anInstance({ Running: 59 }), ...changes });
  const { asked, placer } = aPlacer(hasRoom);
  const scope = { ...seen, ...requestPlacement(seen, placer) };
  const observed = observe(scope);
  const transition = nextTransition(workload.status?.phase ?? 'Pending', observed);
  return { asked, ...buildStatus(scope, { observed, transition }) };
}

describe('a running machine for which another node was chosen', () => {
  it('is stopped once room for it is kept there, with the move as the end of its run and without a halt', () => {
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

  it('keeps running while there is no room, and reports that', () => {
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
      'the chosen address is not available',
      { spec: { placement: { nodeName: 'gpu-2', address: '198.51.100.1' } } },
      "The chosen address is not one of the region's addresses.",
    ],
  ])('keeps running if %s, keeps no room, and reports why', (_, given, said) => {
    const { phase, asked, conditions } = next(given);
    expect([phase, asked]).toEqual(['Running', ['leave']]);
    expect(conditions?.find(({ type }) => type === 'Scheduled')?.message).toContain(said);
  });

  const silent = { type: 'Ready', status: 'Unknown', lastTransitionTime: minutesAgo(1) };
  it.each<[string, Case]>([
    ['it is already there', { spec: { placement: { nodeName: 'gpu-1' } } }],
    ['no node was chosen', { spec: { placement: { address: '203.0.113.7' } } }],
    [
      'its chosen time has not passed',
      { spec: { placement: { nodeName: 'gpu-2', startTime: minutesAgo(-5) } } },
    ],
    [
      'its node is unreachable, so that nothing proves when it is off',
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
  ])('keeps running if %s, and keeps no room', (_, given) => {
    const { phase, asked } = next(given);
    expect([phase, asked]).toEqual(['Running', ['leave']]);
  });

  it('is not stopped in the same reconcile in which its new port is refused', () => {
    const failures = [{ reason: 'PortTaken', message: 'No.' }];
    expect(next({ scope: { failures } }).phase).toBe('Running');
  });

  it.each<[string, Case, reason: string]>([
    ['its owner has switched it off', { spec: { powerState: 'Stopped' } }, 'StopRequested'],
    ['its funds run out', { status: { billing: { fundedUntil: minutesAgo(0) } } }, 'RunwayEnded'],
  ])('is stopped permanently if %s', (_, given, reason) => {
    const { phase, reason: said, asked } = next(given);
    expect([phase, said, asked]).toEqual(['Stopping', reason, ['leave']]);
  });
});

describe('a running machine whose owner asked to leave before the maintenance', () => {
  const planned = { reason: 'A new fan.', startTime: minutesAgo(-600), endTime: minutesAgo(-900) };
  const onNode = (maintenance: object | undefined) =>
    ({ metadata: { name: 'gpu-1' }, spec: { state: 'Active', maintenance } }) as Scope['computeNode'];
  const announced = (at: number) => ({ plannedMaintenance: { ...planned, announcedAt: minutesAgo(at) } });
  const asked = (at: number) => ({ placement: undefined, moveRequestedAt: minutesAgo(at) });
  const given = { scope: { computeNode: onNode(planned) }, status: announced(30), spec: asked(1) };
  const place = { node: 'gpu-1', at: minutesAgo(60) };

  it('is stopped once room is kept for it on another node, with the move as the end of its run and no halt', () => {
    const told = next(given);
    expect(told.asked).toEqual(['leave gpu-1']);
    expect(told).toMatchObject({ phase: 'Stopping', reason: 'MaintenanceMove', placed: running.placed });
    expect(told.halt).toBeUndefined();
    expect(told.runs?.at(-1)?.endReason).toBe('MaintenanceMove');
  });

  it('keeps running while there is no room, and reports that', () => {
    const { phase, conditions } = next({ ...given, hasRoom: false });
    expect(phase).toBe('Running');
    const scheduled = conditions?.find(({ type }) => type === 'Scheduled');
    expect(scheduled).toMatchObject({ status: 'True', reason: 'MaintenanceMoveWaiting' });
    expect(scheduled?.message).toContain(NO_ROOM.message);
  });

  it('keeps running if its disk is on its node, keeps no room, and reports why', () => {
    const told = next({ ...given, scope: { ...given.scope, diskNode: 'gpu-1' } });
    expect([told.phase, told.asked]).toEqual(['Running', ['leave']]);
    const scheduled = told.conditions?.find(({ type }) => type === 'Scheduled');
    expect(scheduled?.message).toContain("The machine's disk is on its node");
  });

  it.each<[string, Case]>([
    ['no maintenance is planned, or it was canceled', { scope: { computeNode: onNode(undefined) } }],
    ['it was announced or rescheduled only after the request', { status: announced(0.5) }],
    ['the maintenance has not been announced yet', { status: { plannedMaintenance: undefined } }],
    ['it has moved since', { status: { ...announced(30), placed: { ...place, at: minutesAgo(0.5) } } }],
    ['no room was found in time', { spec: asked(5) }],
    ['the time of the request has not passed', { spec: asked(-1) }],
    ['no move was requested', { spec: { placement: undefined } }],
    [
      'an administrator chose its node',
      { spec: { moveRequestedAt: minutesAgo(1), placement: { nodeName: 'gpu-1' } } },
    ],
  ])('keeps running if %s, and keeps no room', (_, changes) => {
    const { phase, asked } = next({ ...given, ...changes });
    expect([phase, asked]).toEqual(['Running', ['leave']]);
  });

  it('is reconciled at the time of the request', () => {
    const workload = aWorkload(asked(-1), { ...running, ...announced(30) });
    expect(nextDeadline(aScope(workload, given.scope))?.toISOString()).toBe(minutesAgo(-1));
  });

  it('is stopped permanently if its owner switches it off', () => {
    const told = next({ ...given, spec: { ...asked(1), powerState: 'Stopped' } });
    expect([told.phase, told.reason, told.asked]).toEqual(['Stopping', 'StopRequested', ['leave']]);
  });

  const off = aVirtualMachine({ ...HALTED, template: {} }, HALTED);
  const gone = { virtualMachine: off, machine: undefined };
  const runs = [
    { id: 'vmi-1', startedAt: minutesAgo(59), stoppedAt: minutesAgo(0.5), endReason: 'MaintenanceMove' },
  ];

  it.each<[string, Case, phase: string, asked: string]>([
    ['while it stops', { status: { phase: 'Stopping', placed: place } }, 'Stopping', 'leave gpu-1'],
    [
      'if the maintenance is canceled in the meantime',
      { status: { phase: 'Stopping', placed: place }, scope: { computeNode: onNode(undefined) } },
      'Stopping',
      'leave gpu-1',
    ],
    [
      'if it takes long to stop',
      { status: { phase: 'Stopping', placed: place }, spec: asked(9) },
      'Stopping',
      'leave gpu-1',
    ],
    [
      'once it is off',
      { status: { phase: 'Stopped', placed: undefined }, scope: gone },
      'Pending',
      'keep undefined',
    ],
  ])('keeps its room %s', (_, { status, scope, spec }, phase, kept) => {
    const told = next({
      spec: spec ?? asked(1),
      status: { ...announced(30), runs, ...status },
      scope: { ...given.scope, ...scope },
    });
    expect([told.phase, told.asked]).toEqual([phase, [kept]]);
  });

  it('accepts any room once it is off', () => {
    const status = { ...announced(30), runs, phase: 'Pending' as const, placed: undefined };
    const told = next({ spec: asked(1), status, scope: { ...given.scope, ...gone } });
    expect(told.asked).toEqual(['place']);
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
      'releases the old place once it is gone',
      { status: { phase: 'Stopping', placed }, scope: gone },
      'Stopped',
      'keep gpu-2',
    ],
    [
      'asks for a place automatically',
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

  it('reports to its owner that there is no room after all', () => {
    const told = next({
      status: { ...left, placed: undefined, phase: 'Pending' },
      scope: gone,
      hasRoom: false,
    });
    expect(told).toMatchObject({ phase: 'Pending', reason: 'NoCapacity', message: NO_ROOM.message });
  });
});
