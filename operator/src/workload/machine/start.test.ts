import { describe, expect, it } from '@jest/globals';
import type { WorkloadPhase, WorkloadStatus } from '@gpulease/crds';
import { NOW, aScope, aVirtualMachine, aWorkload } from '../../testing/scope.ts';
import type { Scope } from '../scope.ts';
import { blamesNode, isFailedStart } from './start.ts';
import type { Transition } from '../causes/cause.ts';

const placed = { node: 'gpu-1', at: NOW.toISOString() };
const starting: WorkloadStatus = { phase: 'Starting', placed };
const run = (seconds: number) => ({
  runs: [{ id: 'one', startedAt: new Date(NOW.getTime() + seconds * 1000).toISOString() }],
});
const to = (phase: WorkloadPhase, reason: string): Transition => ({ phase, reason, message: '' });

describe('the failures that count against the node', () => {
  it.each<[string, WorkloadStatus, Transition | undefined, speaks: boolean]>([
    ['when kube-scheduler refuses it', starting, to('Pending', 'Unschedulable'), true],
    ['when the start takes too long', starting, to('Failed', 'StartDeadlineExceeded'), true],
    ['when the machine ends before it runs', starting, to('Failed', 'CrashLoop'), true],
    ['even if it ran elsewhere before', { ...starting, ...run(-60) }, to('Failed', 'CrashLoop'), true],
    ['but not when it ran there', { ...starting, ...run(60) }, to('Failed', 'CrashLoop'), false],
    ['but not when the import fails', starting, to('Failed', 'ImportFailed'), false],
    ['but not when its owner stops it', starting, to('Stopping', 'SwitchedOff'), false],
    ['but not while the start continues', starting, undefined, false],
    ['but not once it runs', { ...starting, phase: 'Running' }, to('Failed', 'CrashLoop'), false],
  ])('%s', (_, status, transition, speaks) => {
    expect(isFailedStart(aWorkload({}, status), transition)).toBe(speaks);
  });
});

describe('the node is blamed for a failed start', () => {
  const waiting = (reason: string) => ({ containerStatuses: [{ state: { waiting: { reason } } }] });
  const onNode = (status = {}) => ({
    pods: [{ spec: { nodeName: 'gpu-1' }, status }] as unknown as Scope['pods'],
  });
  const inTime = to('Failed', 'StartDeadlineExceeded');
  it.each<[string, Partial<Scope>, Transition, blamed: boolean]>([
    ['when its pod is there but never runs', onNode(), inTime, true],
    [
      'when instances that KubeVirt started there ended before they ran',
      { virtualMachine: aVirtualMachine({}, { startFailure: { consecutiveFailCount: 3 } }) },
      inTime,
      true,
    ],
    ['not when it never reached the node', {}, inTime, false],
    ['not when its image cannot be pulled', onNode(waiting('ImagePullBackOff')), inTime, false],
    ['not when kube-scheduler finds no room there', onNode(), to('Pending', 'Unschedulable'), false],
    ['not when its disk cannot be created', onNode(), to('Failed', 'ImportFailed'), false],
    ['not when its owner stops it', onNode(), to('Stopping', 'StopRequested'), false],
  ])('%s', (_, seen, transition, blamed) => {
    expect(blamesNode(aScope(aWorkload({}, starting), seen), transition)).toBe(blamed);
  });
});
