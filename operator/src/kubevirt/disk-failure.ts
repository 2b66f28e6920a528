import { findCondition } from '@gpulease/kube';
import type { KeptDisk } from '../kept/kept.ts';

/** What keeps a disk from being made, as far as CDI says it. */
export interface DiskFailure {
  /**
   * Refused: there is no claim, and there is none until somebody changes something. Unbound: the storage gives the claim no
   * volume. Failing: the copy fails and is tried again. Idle: nothing has been copied yet.
   */
  kind: 'Refused' | 'Unbound' | 'Failing' | 'Idle';
  /** CDI's own words. */
  words: string;
  /** RFC 3339; undefined where CDI has no memory of it, so that it counts from the disk's creation. */
  since: string | undefined;
}

type Status = NonNullable<KeptDisk['status']>;
type Condition = NonNullable<Status['conditions']>[number];

/**
 * CDI has no volume to fill. It waits for no machine: those phases have names of their own. In later phases there is a volume, though
 * the claim of a disk that a populator fills is bound only at the end.
 */
const WAITING_PHASES = ['', 'Pending'];
/** Data is copied and progress reported; clones made by the storage itself have other phases. */
const COPYING_PHASES = ['ImportScheduled', 'ImportInProgress', 'CloneScheduled', 'CloneInProgress'];
/** CDI's reasons for a claim that is not there and not on its way, such as ErrClaimNotValid and ErrExceededQuota. */
const REFUSED = /^Err|^ClaimLost$|^Clone(?:ValidationFailed|WithoutSource)$/;
/** CDI's reasons for a pod of its own that cannot run or has ended, such as ImagePullBackOff and ErrStartingPod. */
const FAILING = /^Err|^Unschedulable$|BackOff$/;
/** The pod runs for a moment before each failure, which makes it look well. */
const RESTARTS = 3;

const SECOND_MS = 1000;

/** What may pass by itself is told only after this many milliseconds. */
const PATIENCE_MS: Record<DiskFailure['kind'], number> = {
  Refused: 0,
  // A volume is made in seconds, on slow storage in a minute or two.
  Unbound: 60 * SECOND_MS,
  Failing: 0,
  Idle: 300 * SECOND_MS,
};

/** Since when there is the failure; `now` at the latest, as clocks differ. */
export function beganAt({ metadata }: KeptDisk, { since }: DiskFailure, now: Date): Date {
  const began = since ?? metadata.creationTimestamp;
  return began === undefined || new Date(began) > now ? now : new Date(began);
}

/** When the failure is worth telling. */
export function toldAt(disk: KeptDisk, failure: DiskFailure, now: Date): Date {
  return new Date(beganAt(disk, failure, now).getTime() + PATIENCE_MS[failure.kind]);
}

/** Undefined when all goes its way, or CDI says nothing. */
export function diskFailure({ status }: KeptDisk): DiskFailure | undefined {
  if (status === undefined || status.phase === 'Succeeded') return undefined;
  return claimFailure(status) ?? copyFailure(status);
}

/** By CDI's word there is no claim, or none with a volume. */
export function isUnbound({ status = {} }: KeptDisk): boolean {
  return findCondition(status.conditions, 'Bound')?.status === 'False';
}

function claimFailure(status: Status): DiskFailure | undefined {
  const bound = findCondition(status.conditions, 'Bound');
  if (bound?.status !== 'False') return undefined;
  if (REFUSED.test(bound.reason ?? '')) return failureOf('Refused', bound);
  return WAITING_PHASES.includes(status.phase ?? '') ? failureOf('Unbound', bound) : undefined;
}

function copyFailure(status: Status): DiskFailure | undefined {
  const running = findCondition(status.conditions, 'Running');
  if (running?.status === 'False' && FAILING.test(running.reason ?? '')) {
    const failure = failureOf('Failing', running);
    return (status.restartCount ?? 0) < RESTARTS ? failure : { ...failure, since: undefined };
  }
  return isIdle(status) ? { kind: 'Idle', words: running?.message ?? '', since: undefined } : undefined;
}

function isIdle({ phase = '', progress = '' }: Status): boolean {
  return COPYING_PHASES.includes(phase) && !(Number.parseFloat(progress) > 0);
}

function failureOf(kind: DiskFailure['kind'], { message = '', lastTransitionTime }: Condition): DiskFailure {
  return { kind, words: message, since: lastTransitionTime };
}
