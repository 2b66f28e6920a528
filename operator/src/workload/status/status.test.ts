import { phaseOf, type WorkloadStatus } from '@gpulease/crds';
import { describe, expect, it } from '@jest/globals';
import {
  aScope,
  aVirtualMachine,
  aWorkload,
  anInstance,
  funded,
  minutesAgo,
  NOW,
} from '../../testing/scope.ts';
import type { Cause } from '../causes/cause.ts';
import { refusals, refusedByKubeVirt } from '../causes/causes.ts';
import { observe } from '../decide/observe.ts';
import type { Scope } from '../scope.ts';
import { buildStatus, isSettled } from './status.ts';
import { nextTransition } from '../decide/transition.ts';

function statusAfter(scope: Scope) {
  const observed = observe(scope);
  return buildStatus(scope, {
    observed,
    transition: nextTransition(phaseOf(scope.workload), observed),
  });
}

const placed = { node: 'gpu-1', at: minutesAgo(31) };
const resources = {
  cpu: 8,
  memory: '32Gi',
  disk: '200Gi',
  gpu: { model: 'a100', deviceName: 'nvidia.com/A100', count: 2 },
};
const running: WorkloadStatus = {
  phase: 'Running',
  conditions: [funded],
  placed,
  resources,
  runs: [{ id: 'vmi-1', startedAt: minutesAgo(30) }],
};

describe('buildStatus', () => {
  it('reports the size of the machine as the SKU times the quantity', () => {
    expect(statusAfter(aScope(aWorkload())).resources).toEqual(resources);
  });

  it('keeps the ordered size when the SKU is changed later', () => {
    const sku = { spec: { cpu: 99, memory: '1Gi', disk: '1Gi' }, metadata: {} } as Scope['sku'];
    expect(statusAfter(aScope(aWorkload({}, running), { sku })).resources).toEqual(resources);
  });

  it('records the place with the time of its assignment', () => {
    const scope = aScope(aWorkload({}, { phase: 'Pending', conditions: [funded] }));
    expect(statusAfter({ ...scope, answer: { node: 'gpu-1', awaitsSpot: false } })).toMatchObject({
      phase: 'Starting',
      placed: { node: 'gpu-1', at: NOW.toISOString() },
    });
  });

  it('books a place for a reserved machine until its term ends and waits for the start', () => {
    const workload = aWorkload(
      { reservation: { startTime: minutesAgo(-60) } },
      { phase: 'Pending', conditions: [funded], billing: { fundedUntil: minutesAgo(-600) } },
    );
    const scope = aScope(workload, {
      policy: { spec: { mode: 'Reserved' }, metadata: {} } as Scope['policy'],
    });
    expect(statusAfter({ ...scope, answer: { node: 'gpu-1', awaitsSpot: false } })).toMatchObject({
      phase: 'Pending',
      reason: 'Booked',
      placed: { node: 'gpu-1', until: minutesAgo(-600) },
    });
  });

  it.each<[name: string, phase: WorkloadStatus['phase'], machine: Scope['machine'], keeps: boolean]>([
    ['a stopping machine', 'Stopping', anInstance({ Running: 30 }), true],
    ['a stopped machine', 'Stopping', undefined, false],
    ['a failed machine that still exists', 'Failed', anInstance({ Running: 30 }), true],
    ['a failed machine that is gone', 'Failed', undefined, false],
  ])('holds the capacity of %s as long as something may use it', (_, phase, machine, keeps) => {
    const status = statusAfter(
      aScope(aWorkload({ powerState: 'Stopped' }, { ...running, phase: phase! }), { machine }),
    );
    expect(status.placed).toEqual(keeps ? placed : undefined);
  });

  it('closes the run at the stop, although the machine still exists', () => {
    const scope = aScope(aWorkload({ powerState: 'Stopped' }, running), {
      machine: anInstance({ Running: 30 }),
    });
    expect(statusAfter(scope)).toMatchObject({
      phase: 'Stopping',
      stoppedAt: NOW.toISOString(),
      runs: [{ stoppedAt: NOW.toISOString(), endReason: 'StopRequested' }],
    });
  });

  it('closes the run of a lost node at its last sign of life', () => {
    const ready = {
      type: 'Ready',
      status: 'Unknown',
      lastTransitionTime: minutesAgo(11),
      lastHeartbeatTime: minutesAgo(11.5),
    };
    const node = { metadata: { name: 'gpu-1' }, status: { conditions: [ready] } } as unknown as Scope['node'];
    const scope = aScope(aWorkload({}, running), { machine: anInstance({ Running: 30 }), node });
    expect(statusAfter(scope).runs?.[0]).toMatchObject({
      stoppedAt: minutesAgo(11.5),
      endReason: 'NodeLost',
    });
  });

  describe('closes the run of an instance that has vanished', () => {
    const noted = (minutes: number) => ({
      conditions: [
        { type: 'Ready', status: 'False', reason: 'VMINotExists', lastTransitionTime: minutesAgo(minutes) },
      ],
    });
    const another = {
      metadata: { uid: 'vmi-2', creationTimestamp: minutesAgo(12) },
      status: { phase: 'Scheduling' },
    } as unknown as Scope['machine'];
    const seen = { lastSeenAt: new Date(minutesAgo(20)) };

    it.each<[name: string, changes: Partial<Scope>, stoppedAt: string]>([
      ['now, if it is unknown when it ended', {}, NOW.toISOString()],
      [
        'when KubeVirt recorded its absence',
        { virtualMachine: aVirtualMachine({}, noted(9)) },
        minutesAgo(9),
      ],
      [
        'but not at a time that KubeVirt recorded before the run',
        { ...seen, virtualMachine: aVirtualMachine({}, noted(40)) },
        minutesAgo(20),
      ],
      ['when the next instance was created', { machine: another }, minutesAgo(12)],
      ['when it was last seen, if that was before', { ...seen, machine: another }, minutesAgo(20)],
    ])('%s', (_, changes, stoppedAt) => {
      const [run] = statusAfter(aScope(aWorkload({}, running), changes)).runs ?? [];
      expect(run).toMatchObject({ id: 'vmi-1', stoppedAt, endReason: 'MachineReplaced' });
    });

    it('never before it began', () => {
      const changes = { lastSeenAt: new Date(minutesAgo(50)) };
      const [run] = statusAfter(aScope(aWorkload({}, running), changes)).runs ?? [];
      expect(run?.stoppedAt).toBe(run?.startedAt);
    });

    it('at its last sign of life, even if its stop was requested in the meantime', () => {
      const [run] = statusAfter(aScope(aWorkload({ powerState: 'Stopped' }, running), seen)).runs ?? [];
      expect(run).toMatchObject({ stoppedAt: minutesAgo(20), endReason: 'StopRequested' });
    });
  });

  it("remembers kube-scheduler's refusal of a place that is held until the machine is gone", () => {
    const refusal = { type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message: '0/1' };
    const conditions = [{ ...refusal, lastTransitionTime: minutesAgo(1) }];
    const pod = { metadata: { name: 'pod' }, status: { conditions } } as unknown as Scope['pods'][number];
    const here = { node: 'gpu-1', at: minutesAgo(2) };
    const starting: WorkloadStatus = { ...running, phase: 'Starting', placed: here, runs: [] };
    const status = statusAfter(aScope(aWorkload({}, starting), { pods: [pod] }));
    expect(status).toMatchObject({ phase: 'Pending', reason: 'Unschedulable', placed: here });
    expect(status.conditions).toContainEqual(
      expect.objectContaining({ type: 'Scheduled', status: 'False', reason: 'Unschedulable' }),
    );
  });

  it('gives notice of a maintenance once', () => {
    const maintenance = { reason: 'A new fan.', noticeSeconds: 300 };
    const computeNode = { spec: { state: 'Maintenance', maintenance } } as Scope['computeNode'];
    const changes = { machine: anInstance({ Running: 30 }), computeNode };
    const noticed = { reason: 'Maintenance', noticedAt: NOW.toISOString(), stopAt: minutesAgo(-5) };
    expect(statusAfter(aScope(aWorkload({}, running), changes)).interruption).toEqual(noticed);
    const before = { reason: 'Maintenance' as const, noticedAt: minutesAgo(2), stopAt: minutesAgo(-3) };
    const later = aScope(aWorkload({}, { ...running, interruption: before }), changes);
    expect(statusAfter(later).interruption).toEqual(before);
  });

  describe('planned maintenance of its node', () => {
    const times = { startTime: minutesAgo(-60), endTime: minutesAgo(-120) };
    const computeNode = {
      metadata: { name: 'gpu-1' },
      spec: { state: 'Active', maintenance: { reason: 'A new fan.', ...times } },
    } as Scope['computeNode'];
    const placed = { node: 'gpu-1', at: minutesAgo(60) };
    const statusWith = (before: Partial<WorkloadStatus>, policy?: Scope['policy']) =>
      statusAfter(
        aScope(aWorkload({}, { ...running, placed, ...before }), {
          machine: anInstance({ Running: 30 }),
          computeNode,
          ...(policy && { policy }),
        }),
      );
    const announced = (minutes: number) => ({
      ...{ ...times, reason: 'A new fan.', announcedAt: minutesAgo(minutes), resume: 'Automatic' as const },
    });

    it('is announced while the machine keeps running', () => {
      const status = statusWith({});
      expect(status.plannedMaintenance).toEqual(announced(0));
      expect(status.phase).toBe('Running');
      expect(status.interruption).toBeUndefined();
    });

    it('is announced once', () => {
      const { plannedMaintenance } = statusWith({ plannedMaintenance: announced(5) });
      expect(plannedMaintenance).toEqual(announced(5));
    });

    it('is announced again when its times change', () => {
      const earlier = { ...announced(5), startTime: minutesAgo(-30) };
      expect(statusWith({ plannedMaintenance: earlier }).plannedMaintenance).toEqual(announced(0));
    });

    it('does not affect a term that ends before it', () => {
      const reserved = { spec: { mode: 'Reserved' }, metadata: {} } as Scope['policy'];
      const billing = { fundedUntil: minutesAgo(-60) };
      expect(statusWith({ billing }, reserved).plannedMaintenance).toBeUndefined();
    });
  });

  it.each([
    ['Stop' as const, 'will be stopped at 2026-01-01 12:02:00 UTC. Save your work.'],
    [
      'Destroy' as const,
      'will be destroyed with its disk at 2026-01-01 12:02:00 UTC. Save your work elsewhere.',
    ],
  ])('reports what happens to a Spot machine that makes room: %s', (interruption, end) => {
    const noticed = { reason: 'Spot' as const, noticedAt: minutesAgo(0), stopAt: minutesAgo(-2) };
    const scope = aScope(aWorkload({ interruption }, { ...running, interruption: noticed }), {
      machine: anInstance({ Running: 30 }),
      spotNoticeMs: 120_000,
      policy: { spec: { mode: 'Spot' }, metadata: {} } as Scope['policy'],
    });
    expect(statusAfter(scope).message).toBe(`The capacity is needed for another order: the machine ${end}`);
  });

  it.each<[what: string, status: WorkloadStatus, powerState: 'Running' | 'Stopped', isStalled: string]>([
    ['has failed', { phase: 'Failed' }, 'Running', 'True'],
    ['was stopped but should run', { phase: 'Stopped' }, 'Running', 'True'],
    ['is off as requested', { phase: 'Stopped' }, 'Stopped', 'False'],
    ['runs', running, 'Running', 'False'],
  ])('reports whether it is stalled when it %s', (_, status, powerState, isStalled) => {
    const halt = { reason: 'Funds', at: minutesAgo(1) };
    const machine = status.phase === 'Running' ? anInstance({ Running: 30 }) : undefined;
    const scope = aScope(aWorkload({ powerState }, { conditions: [funded], halt, ...status }), { machine });
    expect(statusAfter(scope).conditions).toContainEqual(
      expect.objectContaining({ type: 'Stalled', status: isStalled }),
    );
  });

  it.each<[what: string, status: WorkloadStatus, failure: Cause | undefined, reason: string]>([
    [
      'that its start is refused',
      { phase: 'Starting' },
      refusedByKubeVirt('no such CPU'),
      'RefusedByKubeVirt',
    ],
    ['that it does not stop', { phase: 'Stopping' }, refusals.stopRefused, 'StopRefused'],
    ['what it waits for', { phase: 'Pending' }, undefined, 'Placing'],
    ['nothing otherwise', { phase: 'Starting' }, undefined, 'Progressing'],
  ])('is not stalled and reports %s', (_, status, standingFailure, reason) => {
    const scope = aScope(aWorkload({}, { conditions: [funded], ...status }));
    const { conditions } = buildStatus(scope, {
      observed: observe(scope),
      transition: undefined,
      standingFailure,
    });
    expect(conditions).toContainEqual(expect.objectContaining({ type: 'Stalled', status: 'False', reason }));
  });

  it.each<[string, reason: string | undefined, notice: string, stop: string]>([
    [
      'with the reason of the node',
      'A new fan.',
      'The node is going into maintenance (A new fan): the machine will be stopped at',
      "The machine was stopped for its node's maintenance (A new fan).",
    ],
    [
      'without a reason if the node has none',
      undefined,
      'The node is going into maintenance: the machine will be stopped at',
      "The machine was stopped for its node's maintenance.",
    ],
  ])('reports a maintenance %s', (_, reason, noticed, stopped) => {
    const maintenance = reason === undefined ? undefined : { reason };
    const computeNode = { spec: { state: 'Maintenance', maintenance } } as Scope['computeNode'];
    const changes = { machine: anInstance({ Running: 30 }), computeNode };
    const before = statusAfter(aScope(aWorkload({}, running), changes));
    expect(before).toMatchObject({ reason: 'MaintenanceNotice', message: expect.stringContaining(noticed) });
    const interruption = { reason: 'Maintenance' as const, noticedAt: minutesAgo(9), stopAt: minutesAgo(1) };
    const after = statusAfter(aScope(aWorkload({}, { ...running, interruption }), changes));
    expect(after).toMatchObject({ phase: 'Stopping', reason: 'Maintenance', message: stopped });
  });

  it('keeps the node on which it was halted, by which the machine is found after a maintenance', () => {
    const interruption = { reason: 'Maintenance' as const, noticedAt: minutesAgo(9), stopAt: minutesAgo(1) };
    const computeNode = { spec: { state: 'Maintenance' } } as Scope['computeNode'];
    const placed = { node: 'gpu-1', at: minutesAgo(60) };
    const before = aWorkload({}, { ...running, placed, interruption });
    const { halt } = statusAfter(aScope(before, { machine: anInstance({ Running: 30 }), computeNode }));
    expect(halt).toMatchObject({ reason: 'Maintenance', node: 'gpu-1' });
  });

  it('still reports why the machine was stopped once it is off', () => {
    const status: WorkloadStatus = {
      ...running,
      phase: 'Stopping',
      reason: 'RunwayEnded',
      message: 'Recharge.',
      halt: { reason: 'Funds', at: minutesAgo(1) },
    };
    expect(statusAfter(aScope(aWorkload({}, status)))).toMatchObject({
      phase: 'Stopped',
      reason: 'RunwayEnded',
    });
  });

  it('lifts a halt when the owner switches the machine off, so that switching it on is enough', () => {
    const halt = { reason: 'CrashLoop', at: minutesAgo(1) };
    const scope = aScope(aWorkload({ powerState: 'Stopped' }, { ...running, phase: 'Failed', halt }));
    expect(statusAfter(scope).halt).toBeUndefined();
  });

  it('ignores a restart requested before a halt, whatever its time', () => {
    const restartedAt = minutesAgo(-5);
    const freeze = { reason: 'Abuse.' };
    const status: WorkloadStatus = { phase: 'Pending', conditions: [funded] };
    expect(statusAfter(aScope(aWorkload({ restartedAt, freeze }, status)))).toMatchObject({
      phase: 'Stopped',
      halt: { reason: 'Frozen' },
      restartedAt,
    });
  });

  it('is equal to itself, whatever the order in which the API server merged its lists', () => {
    const scope = aScope(aWorkload({}, running), { machine: anInstance({ Running: 30 }) });
    const status = statusAfter(scope);
    const merged = { ...status, conditions: [...(status.conditions ?? []), funded].reverse() };
    const again = aScope(aWorkload({}, merged), { machine: anInstance({ Running: 30 }) });
    expect(isSettled(again.workload, statusAfter(again))).toBe(true);
  });
});
