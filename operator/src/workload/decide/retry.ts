import { phaseOf, workloadReasons, type WorkloadPhase, type WorkloadStatus } from '@gpulease/crds';
import { SECOND_MS } from '@gpulease/kube';
import { causeOf, type Cause } from '../causes/cause.ts';
import { diskFailure } from '../../kubevirt/disk-failure.ts';
import type { Scope } from '../scope.ts';

/** What could not be done for a workload and is tried again, as its status keeps it. */
export type Retry = NonNullable<WorkloadStatus['retry']>;

const LONGEST_PAUSE_MS = 300 * SECOND_MS;

/** A place is kept for so many tries: an API server that has just started may refuse what it soon takes. */
const TRIES_WITH_PLACE = 3;

/** The pauses after those tries; after them a pause doubles each time. */
const SHORT_PAUSES_MS = [SECOND_MS, 4 * SECOND_MS];
const FIRST_PAUSE_MS = 30 * SECOND_MS;

/** CDI's faults of the root disk. No other node helps, so the GPU goes to somebody who can use it. */
const DISK_REASONS: readonly string[] = [
  workloadReasons.diskNotCreated,
  workloadReasons.diskNotProvided,
  workloadReasons.diskCopyStuck,
  workloadReasons.importFailing,
];

/** Failures that are final for the place at once, with the pause after the first, and whether it grows. */
const FINAL_AT_ONCE: Record<string, { pauseMs: number; grows: boolean } | undefined> = {
  [workloadReasons.unschedulable]: { pauseMs: 60 * SECOND_MS, grows: true },
  ...Object.fromEntries(DISK_REASONS.map((reason) => [reason, { pauseMs: 60 * SECOND_MS, grows: true }])),
  // These wait for actions of which the operator gets no event.
  [workloadReasons.portTaken]: { pauseMs: FIRST_PAUSE_MS, grows: false },
  [workloadReasons.portOutOfRange]: { pauseMs: FIRST_PAUSE_MS, grows: false },
  [workloadReasons.userDataMissing]: { pauseMs: FIRST_PAUSE_MS, grows: false },
};

/** In these the failure may yet come again, as what failed is not reached, or not proven. */
const BEFORE_RUNNING: readonly WorkloadPhase[] = ['Pending', 'Scheduled', 'Starting'];

type Seen = Pick<Scope, 'workload' | 'now'> & Partial<Pick<Scope, 'rootDisk'>>;

/** The failure that is being waited out. Until the next try nothing is created for the workload. */
export function pausedBy(seen: Seen): Retry | undefined {
  const { workload, now } = seen;
  const retry = keptRetry(seen);
  // A changed spec may fix it.
  if (workload.status?.observedGeneration !== workload.metadata.generation) return undefined;
  if (retry === undefined) return undefined;
  return isPaused(retry, now) ? retry : undefined;
}

/** What the status keeps; it is due now when it is for the disk, and CDI finds nothing wrong any more. */
function keptRetry({ workload, now, rootDisk }: Seen): Retry | undefined {
  const retry = workload.status?.retry;
  if (retry === undefined || rootDisk === undefined || !DISK_REASONS.includes(retry.reason)) return retry;
  const isMended = diskFailure(rootDisk) === undefined && isPaused(retry, now);
  return isMended ? { ...retry, nextAt: now.toISOString() } : retry;
}

/** Why the place is given back: what it needs has failed often enough. */
export function placeGivenBack(scope: Seen): Cause | undefined {
  const retry = pausedBy(scope);
  return retry !== undefined && isFinalForPlace(retry) ? causeOf(retry) : undefined;
}

/** Whether a new place must be given back because of the failure. */
export function losesPlace(retry: Retry | undefined, now: Date): boolean {
  return retry !== undefined && isPaused(retry, now) && isFinalForPlace(retry);
}

/** When a Pending workload whose place was given back asks for another; undefined when it may now. */
export function mayAskAgainAt(scope: Seen): Date | undefined {
  const retry = phaseOf(scope.workload) === 'Pending' ? pausedBy(scope) : undefined;
  return retry !== undefined && isFinalForPlace(retry) ? new Date(retry.nextAt) : undefined;
}

/** What the status is to keep: `failure` is what has failed now, `phase` the phase that follows. */
export function nextRetry(scope: Seen, phase: WorkloadPhase, failure: Cause | undefined): Retry | undefined {
  const { now } = scope;
  const paused = pausedBy(scope);
  const before = keptRetry(scope);
  if (failure === undefined) return BEFORE_RUNNING.includes(phase) ? before : runningRetry(phase, paused);
  const { reason } = failure;
  if (paused?.reason === reason) return paused;
  const attempts = before?.reason === reason ? before.attempts + 1 : 1;
  const nextAt = new Date(now.getTime() + pauseMs(reason, attempts)).toISOString();
  return { ...causeOf(failure), attempts, nextAt };
}

function runningRetry(phase: WorkloadPhase, paused: Retry | undefined): Retry | undefined {
  return phase === 'Running' ? paused : undefined;
}

function isPaused({ nextAt }: Retry, now: Date): boolean {
  return Date.parse(nextAt) > now.getTime();
}

function isFinalForPlace({ reason, attempts }: Retry): boolean {
  return FINAL_AT_ONCE[reason] !== undefined || attempts >= TRIES_WITH_PLACE;
}

/** How long to wait after so many failed tries, in milliseconds. */
function pauseMs(reason: string, attempts: number): number {
  const special = FINAL_AT_ONCE[reason];
  if (special !== undefined) return special.grows ? growing(special.pauseMs, attempts) : special.pauseMs;
  return SHORT_PAUSES_MS[attempts - 1] ?? growing(FIRST_PAUSE_MS, attempts - SHORT_PAUSES_MS.length);
}

function growing(firstMs: number, attempts: number): number {
  return Math.min(firstMs * 2 ** (attempts - 1), LONGEST_PAUSE_MS);
}
