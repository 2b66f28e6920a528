import { describe, expect, it } from '@jest/globals';
import type { ComputeNodeSpec, WorkloadSpec, WorkloadStatus } from '@gpulease/crds';
import {
  aScope,
  aVirtualMachine,
  aWorkload,
  anInstance,
  funded,
  minutesAgo,
  NOW,
} from '../../testing/scope.ts';
import type { Scope } from '../scope.ts';
import { buildStatus } from '../status/status.ts';
import { nextDeadline, observe } from './observe.ts';
import { nextTransition } from './transition.ts';

const over = { reason: 'A new fan.', startTime: minutesAgo(60), endTime: minutesAgo(0) };
const goingOn = { ...over, endTime: minutesAgo(-60) };
const released = { ...funded, status: 'False', reason: 'Released' } as const;
const off = aVirtualMachine({ runStrategy: 'Halted' }, { runStrategy: 'Halted' });
const halt = { reason: 'Maintenance', at: minutesAgo(50), node: 'gpu-1', resume: 'Automatic' as const };

function aNode(spec: Partial<ComputeNodeSpec>): Scope['computeNode'] {
  return { metadata: { name: 'gpu-1' }, spec: { state: 'Active', ...spec } } as Scope['computeNode'];
}

function statusOf(scope: Scope) {
  const observed = observe(scope);
  const phase = scope.workload.status?.phase ?? 'Pending';
  return buildStatus(scope, { observed, transition: nextTransition(phase, observed) });
}

describe('a machine stopped by maintenance', () => {
  const interruption = { reason: 'Maintenance' as const, noticedAt: minutesAgo(9), stopAt: minutesAgo(0) };
  const running: WorkloadStatus = {
    ...{ phase: 'Running', reason: 'Running', conditions: [funded], interruption },
    placed: { node: 'gpu-1', at: minutesAgo(60) },
  };

  it.each<[string, Partial<ComputeNodeSpec>, 'Automatic' | undefined]>([
    ['starts afterwards', { maintenance: goingOn }, 'Automatic'],
    ['stays off with `resume: Manual`', { maintenance: { ...goingOn, resume: 'Manual' } }, undefined],
    ['stays off if it was unplanned', { state: 'Maintenance', maintenance: { reason: 'A fan.' } }, undefined],
    ['stays off if the plan is over', { state: 'Maintenance', maintenance: over }, undefined],
    [
      'stays off if the plan is for later',
      {
        state: 'Maintenance',
        maintenance: { ...over, startTime: minutesAgo(-60), endTime: minutesAgo(-90) },
      },
      undefined,
    ],
  ])('%s', (_, spec, expected) => {
    const scope = aScope(aWorkload({}, running), {
      machine: anInstance({ Running: 30 }),
      computeNode: aNode(spec),
    });
    const { phase, halt } = statusOf(scope);
    expect({ phase, resume: halt?.resume }).toEqual({
      phase: 'Stopping',
      resume: expected,
    });
  });
});

describe('a machine that should start after maintenance', () => {
  const stopped: WorkloadStatus = {
    ...{ phase: 'Stopped', reason: 'Maintenance', conditions: [released], halt },
    lastTransition: { at: minutesAgo(50), reason: 'Maintenance', message: 'Stopped.' },
  };
  const aStopped = (
    maintenance: ComputeNodeSpec['maintenance'],
    {
      spec,
      status,
      ...scope
    }: Partial<Scope> & { spec?: Partial<WorkloadSpec>; status?: WorkloadStatus } = {},
  ) =>
    aScope(aWorkload(spec, { ...stopped, ...status }), {
      ...{ virtualMachine: off, haltNode: aNode({ maintenance }) },
      ...scope,
    });

  it('stays off during the maintenance and is reconciled at its end', () => {
    const scope = aStopped(goingOn);
    expect(statusOf(scope)).toMatchObject({ phase: 'Stopped', halt });
    expect(nextDeadline(scope)?.toISOString()).toBe(new Date(goingOn.endTime).toISOString());
  });

  it('asks billing for its start once the maintenance is over', () => {
    const { phase, reason, halt } = statusOf(aStopped(over));
    expect({ phase, reason, halt }).toEqual({ phase: 'Stopped', reason: 'Maintenance', halt: undefined });
  });

  it.each<[string, ComputeNodeSpec['maintenance'], Partial<Scope>]>([
    ['the plan was removed', undefined, {}],
    ['the node was deleted', over, { haltNode: undefined }],
  ])('asks billing for its start if %s', (_, maintenance, scope) => {
    expect(statusOf(aStopped(maintenance, scope)).halt).toBeUndefined();
  });

  it('starts at once if its term is paid', () => {
    expect(statusOf(aStopped(over, { status: { conditions: [funded] } }))).toMatchObject({
      phase: 'Pending',
    });
    expect(statusOf(aStopped(goingOn, { status: { conditions: [funded] } }))).toMatchObject({
      phase: 'Stopped',
    });
  });

  it('stays off during maintenance without an end', () => {
    const haltNode = aNode({ state: 'Maintenance', maintenance: over });
    expect(statusOf(aStopped(over, { haltNode })).halt).toEqual(halt);
  });

  it('stays off if its owner switched it off', () => {
    const scope = aStopped(over, { spec: { powerState: 'Stopped' }, status: { conditions: [funded] } });
    expect(statusOf(scope)).toMatchObject({ phase: 'Stopped' });
  });

  it.each<[string, Partial<Parameters<typeof aStopped>[1] & object>, string]>([
    ['a lock', { spec: { freeze: { reason: 'Abuse' } } }, 'Frozen'],
    [
      'a suspended account',
      { tenant: { metadata: {}, spec: { state: 'Suspended' } } as unknown as Scope['tenant'] },
      'Suspended',
    ],
    ['an empty balance', { status: { conditions: [{ ...released, reason: 'InsufficientFunds' }] } }, 'Funds'],
  ])('does not start automatically after %s', (_, changes, reason) => {
    const { phase, halt } = statusOf(aStopped(over, changes));
    expect({ phase, halt }).toEqual({
      phase: 'Stopped',
      halt: { reason, at: NOW.toISOString(), node: 'gpu-1' },
    });
  });

  it('is kept off by its schedule once the scheduled stop has passed', () => {
    const spec = { schedule: { stopAt: minutesAgo(10) } };
    const schedule = { since: minutesAgo(60) };
    expect(statusOf(aStopped(goingOn, { spec, status: { schedule } })).halt).toEqual({
      ...{ reason: 'ScheduledStop', at: NOW.toISOString(), node: 'gpu-1' },
    });
  });
});
