import { timestamp } from '@gpulease/kube';
import type { VirtualMachine, VirtualMachineInstance } from '@gpulease/kube/kubevirt';
import { isFinal } from './power.ts';

export type StartFailure = NonNullable<NonNullable<VirtualMachine['status']>['startFailure']>;

const BASE_SECONDS = 10;
const MAX_SECONDS = 300;
/** Strategies that start on request, regardless of failures. */
const neverWaits = ['Manual', 'Halted'];

export interface StartHistory {
  before: StartFailure | undefined;
  runStrategy: string;
  instance: VirtualMachineInstance | undefined;
}

/** Counts consecutive instances that ended before they ran, and when the next may start. Returns undefined without failures. */
export function countStartFailures(
  { before, runStrategy, instance }: StartHistory,
  now: Date,
  random: () => number = Math.random,
): StartFailure | undefined {
  if (neverWaits.includes(runStrategy)) return undefined;
  if (instance === undefined) return before;
  if (hasRun(instance)) return undefined;
  const { uid = '' } = instance.metadata;
  const { lastFailedVMIUID, consecutiveFailCount = 0 } = before ?? {};
  if (uid === lastFailedVMIUID || !hasFailedEarly(instance)) return before;
  const count = consecutiveFailCount + 1;
  const retryAt = new Date(now.getTime() + startDelay(count, random) * 1000);
  return { consecutiveFailCount: count, lastFailedVMIUID: uid, retryAfterTimestamp: timestamp(retryAt) };
}

/** Whether it ended on its own; a requested end is not a failure. */
function hasFailedEarly({ metadata, status }: VirtualMachineInstance): boolean {
  return isFinal(status?.phase) && metadata.deletionTimestamp === undefined;
}

function hasRun({ status }: VirtualMachineInstance): boolean {
  return (status?.phaseTransitionTimestamps ?? []).some(({ phase }) => phase === 'Running');
}

/** Returns the seconds until the start after `count` consecutive failures: 10 × count², up to 50 % more, at most 300. */
function startDelay(count: number, random: () => number): number {
  const delay = BASE_SECONDS * count ** 2;
  return Math.min(MAX_SECONDS, delay + (random() * delay) / 2);
}
