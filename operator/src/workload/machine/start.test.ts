import { describe, expect, it } from '@jest/globals';
import type { WorkloadPhase, WorkloadStatus } from '@gpulease/crds';
import { NOW, aWorkload } from '../../testing/scope.ts';
import { isFailedStart } from './start.ts';
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
    ['when nothing comes of the start in time', starting, to('Failed', 'StartDeadlineExceeded'), true],
    ['when the machine ends before it runs', starting, to('Failed', 'CrashLoop'), true],
    ['though it ran elsewhere before', { ...starting, ...run(-60) }, to('Failed', 'CrashLoop'), true],
    ['but not when it ran there', { ...starting, ...run(60) }, to('Failed', 'CrashLoop'), false],
    ['but not when the image cannot be had', starting, to('Failed', 'ImportFailed'), false],
    ['but not when its owner stops it', starting, to('Stopping', 'SwitchedOff'), false],
    ['but not while the start goes on', starting, undefined, false],
    ['but not once it runs', { ...starting, phase: 'Running' }, to('Failed', 'CrashLoop'), false],
  ])('%s', (_, status, transition, speaks) => {
    expect(isFailedStart(aWorkload({}, status), transition)).toBe(speaks);
  });
});
