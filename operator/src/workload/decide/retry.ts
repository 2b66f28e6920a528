import { phaseOf, workloadReasons, type WorkloadPhase, type WorkloadStatus } from '@gpulease/crds';
import { SECOND_MS } from '@gpulease/kube';
import { causeOf, type Cause } from '../causes/cause.ts';
import { diskFailure } from '../../kubevirt/disk-failure.ts';
import type { Scope } from '../scope.ts';

/** A failed action that is retried, as stored in the workload's status. */
export type Retry = NonNullable<WorkloadStatus['retry']>;

const LONGEST_PAUSE_MS = 300 * SECOND_MS;

/** Attempts before the place is released: an API server that has just started may refuse what it soon accepts. */
const TRIES_WITH_PLACE = 3;

/** The pauses after the first attempts; later pauses double each time. */
const SHORT_PAUSES_MS = [SECOND_MS, 4 * SECOND_MS];
const FIRST_PAUSE_MS = 30 * SECOND_MS;

/** Failures of the root disk in CDI. No other node helps, so the GPU is released for others. */
const DISK_REASONS: readonly string[] = [
  workloadReasons.diskNotCreated,
  workloadReasons.diskNotProvided,
  workloadReasons.diskCopyStuck,
  workloadReasons.importFailing,
];

/** Failures that release the place at once, with the first pause and whether pauses grow. */
const FINAL_AT_ONCE: Record<string, { pauseMs: number; grows: boolean } | undefined> = {
  [workloadReasons.unschedulable]: { pauseMs: 60 * SECOND_MS, grows: true },
  ...Object.fromEntries(DISK_REASONS.map((reason) => [reason, { pauseMs: 60 * SECOND_MS, grows: true }])),
  // These wait for actions that send the operator no event.
  [workloadReasons.portTaken]: { pauseMs: FIRST_PAUSE_MS, grows: false },
  [workloadReasons.portOutOfRange]: { pauseMs: FIRST_PAUSE_MS, grows: false },
  [workloadReasons.userDataMissing]: { pauseMs: FIRST_PAUSE_MS, grows: false },
};

/** Phases in which the failure may recur, because the failed action is not repeated or proven yet. */
const BEFORE_RUNNING: readonly WorkloadPhase[] = ['Pending', 'Scheduled', 'Starting'];

type Seen = Pick<Scope, 'workload' | 'now'> & Partial<Pick<Scope, 'rootDisk'>>;

/** Returns the failure whose pause is not over. Until the next attempt, nothing is created for the workload. */
export function pausedBy(seen: Seen): Retry | undefined {
  const { workload, now } = seen;
  const retry = keptRetry(seen);
  // A changed spec may fix it.
  if (workload.status?.observedGeneration !== workload.metadata.generation) return undefined;
  if (retry === undefined) return undefined;
  return isPaused(retry, now) ? retry : undefined;
}

/** Returns the retry from the status. A retry for the disk is due now if CDI no longer reports a failure. */
function keptRetry({ workload, now, rootDisk }: Seen): Retry | undefined {
  const retry = workload.status?.retry;
  if (retry === undefined || rootDisk === undefined || !DISK_REASONS.includes(retry.reason)) return retry;
  const isMended = diskFailure(rootDisk) === undefined && isPaused(retry, now);
  return isMended ? { ...retry, nextAt: now.toISOString() } : retry;
}

/** Returns why the place is released: its prerequisites failed often enough. */
export function placeGivenBack(scope: Seen): Cause | undefined {
  const retry = pausedBy(scope);
  return retry !== undefined && isFinalForPlace(retry) ? causeOf(retry) : undefined;
}

/** Returns whether a new place must be released because of the failure. */
export function mustReleasePlace(retry: Retry | undefined, now: Date): boolean {
  return retry !== undefined && isPaused(retry, now) && isFinalForPlace(retry);
}

/** Returns when a Pending workload that released its place may ask for another; undefined if it may now. */
export function nextPlacementAt(scope: Seen): Date | undefined {
  const retry = phaseOf(scope.workload) === 'Pending' ? pausedBy(scope) : undefined;
  return retry !== undefined && isFinalForPlace(retry) ? new Date(retry.nextAt) : undefined;
}

/** Returns the retry for the status: `failure` is what failed now, `phase` the next phase. */
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

/** Returns the pause after this many failed attempts, in milliseconds. */
function pauseMs(reason: string, attempts: number): number {
  const special = FINAL_AT_ONCE[reason];
  if (special !== undefined) return special.grows ? growing(special.pauseMs, attempts) : special.pauseMs;
  return SHORT_PAUSES_MS[attempts - 1] ?? growing(FIRST_PAUSE_MS, attempts - SHORT_PAUSES_MS.length);
}

function growing(firstMs: number, attempts: number): number {
  return Math.min(firstMs * 2 ** (attempts - 1), LONGEST_PAUSE_MS);
}
