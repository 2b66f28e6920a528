import { describe, expect, it } from '@jest/globals';
import type { VirtualMachineInstance } from '@gpulease/kube/kubevirt';
import type { Fault } from '../faults.ts';
import { paceOf } from '../pace.ts';
import { instance, runningPod } from '../testing/objects.ts';
import { guestAnnotation, nextPhase, type InstanceSituation } from './phase.ts';
import { unschedulableLabel } from './pod.ts';

const now = new Date('2026-01-01T00:01:00Z');
const longAgo = '2026-01-01T00:00:00Z';
const justNow = '2026-01-01T00:00:59Z';

function inPhase(phase: string, enteredAt = longAgo, annotations = {}): VirtualMachineInstance {
  const phaseTransitionTimestamps = [{ phase, phaseTransitionTimestamp: enteredAt }];
  return { ...instance({ annotations }), status: { phase, phaseTransitionTimestamps } };
}

function probed(machine: VirtualMachineInstance): VirtualMachineInstance {
  return { ...machine, spec: { ...machine.spec, readinessProbe: { periodSeconds: 10 } } };
}

function deleted(phase: string, deletionTimestamp = longAgo): VirtualMachineInstance {
  return { ...instance({ deletionTimestamp }), status: { phase } };
}

const waitingPod = { ...runningPod(), status: { phase: 'Pending' as const } };
const endedPod = { ...runningPod(), status: { phase: 'Failed' as const } };
const nowherePod = {
  ...waitingPod,
  spec: { containers: [], nodeSelector: { [unschedulableLabel]: 'true' } },
};
const faults = (...names: Fault[]): ReadonlySet<Fault> => new Set(names);

describe('the next phase of an instance', () => {
  it.each([
    ['Pending without a pod', { instance: inPhase('Pending'), pod: undefined }, { phase: 'Pending' }],
    ['Pending with a pod', { instance: inPhase('Pending'), pod: waitingPod }, { phase: 'Scheduling' }],
    [
      'Scheduling, the pod waits',
      { instance: inPhase('Scheduling'), pod: waitingPod },
      { phase: 'Scheduling' },
    ],
    ['Scheduling, the pod runs', { instance: inPhase('Scheduling') }, { phase: 'Scheduled' }],
    ['Scheduling, the pod is gone', { instance: inPhase('Scheduling'), pod: undefined }, { phase: 'Failed' }],
    [
      'Scheduling, the image cannot be pulled',
      { instance: inPhase('Scheduling'), faults: faults('ImagePullError') },
      { phase: 'Scheduling' },
    ],
    [
      'Scheduling, unschedulable by a fault that ended',
      { instance: inPhase('Scheduling'), pod: nowherePod },
      { phase: 'Failed' },
    ],
    [
      'Scheduled, not booted yet',
      { instance: inPhase('Scheduled', justNow) },
      { phase: 'Scheduled', lookAgainMs: 1_000 },
    ],
    ['Scheduled, booted', { instance: inPhase('Scheduled') }, { phase: 'Running' }],
    [
      'Scheduled, slow start',
      { instance: inPhase('Scheduled'), faults: faults('SlowStart') },
      { phase: 'Scheduled' },
    ],
    ['Running', { instance: inPhase('Running') }, { phase: 'Running' }],
    [
      'Running, the guest will answer its probe',
      { instance: probed(inPhase('Running', justNow)) },
      { phase: 'Running', lookAgainMs: 500 },
    ],
    ['Running, the guest answers its probe', { instance: probed(inPhase('Running')) }, { phase: 'Running' }],
    [
      'Running, the guest never answers its probe',
      { instance: probed(inPhase('Running')), faults: faults('NoAnswer') },
      { phase: 'Running' },
    ],
    ['Running, the pod has ended', { instance: inPhase('Running'), pod: endedPod }, { phase: 'Failed' }],
    [
      'Running, the guest powers off',
      { instance: inPhase('Running', longAgo, { [guestAnnotation]: 'PowerOff' }) },
      { phase: 'Succeeded' },
    ],
    [
      'Running, the guest crashes',
      { instance: inPhase('Running', longAgo, { [guestAnnotation]: 'Crash' }) },
      { phase: 'Failed', reason: 'GuestCrashed' },
    ],
    [
      'Running, about to crash in a loop',
      { instance: inPhase('Running', justNow), faults: faults('CrashLoop') },
      { phase: 'Running', lookAgainMs: 2_000 },
    ],
    [
      'Running, crashed in a loop',
      { instance: inPhase('Running'), faults: faults('CrashLoop') },
      { phase: 'Failed', reason: 'GuestCrashed' },
    ],
    [
      'Running, its state unknown on a silent node',
      { instance: inPhase('Running', longAgo, { [guestAnnotation]: 'Crash' }), isNodeSilent: true },
      { phase: 'Running' },
    ],
    [
      'Running, the pod was removed from a silent node',
      { instance: inPhase('Running'), pod: undefined, isNodeSilent: true },
      { phase: 'Failed', reason: 'NodeUnresponsive' },
    ],
    [
      'Running, deleted on a silent node',
      { instance: deleted('Running'), isNodeSilent: true },
      { phase: 'Running' },
    ],
    [
      'Running, deleted and removed from a silent node',
      { instance: deleted('Running'), pod: undefined, isNodeSilent: true },
      { phase: 'Failed', reason: 'NodeUnresponsive' },
    ],
    [
      'Running, just deleted',
      { instance: deleted('Running', '2026-01-01T00:01:00Z') },
      { phase: 'Running', lookAgainMs: 1_000 },
    ],
    [
      'Scheduled with a CPU that libvirt refuses',
      { instance: inPhase('Scheduled'), hasForeignCpu: true },
      { phase: 'Scheduled', lookAgainMs: 300 },
    ],
    ['Running, deleted a while ago', { instance: deleted('Running') }, { phase: 'Succeeded' }],
    ['Scheduling, deleted', { instance: deleted('Scheduling') }, { phase: 'Failed' }],
    [
      'Running, deleted but stuck',
      { instance: deleted('Running'), faults: faults('StuckTerminating') },
      { phase: 'Running' },
    ],
    ['Succeeded', { instance: inPhase('Succeeded'), pod: undefined }, { phase: 'Succeeded' }],
  ] as [string, Partial<InstanceSituation>, object][])('%s', (_name, given, next) => {
    const situation: InstanceSituation = {
      instance: instance(),
      pod: runningPod(),
      isNodeSilent: false,
      faults: faults(),
      forbiddenGpu: undefined,
      hasForeignCpu: false,
      overheadRatio: 1,
      pace: paceOf(1),
      now,
      ...given,
    };
    expect(nextPhase(situation)).toEqual(next);
  });
});
