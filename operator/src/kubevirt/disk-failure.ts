import { findCondition } from '@gpulease/kube';
import type { KeptDisk } from '../kept/kept.ts';

/** Why a disk is not being created, as reported by CDI. */
export interface DiskFailure {
  /**
   * Refused: there is no claim until someone changes the configuration. Unbound: the storage provides no volume for the
   * claim. Failing: the copy fails and is retried. Idle: nothing has been copied yet.
   */
  kind: 'Refused' | 'Unbound' | 'Failing' | 'Idle';
  /** CDI's message. */
  words: string;
  /** RFC 3339; undefined if CDI records no time, so that the disk's creation counts. */
  since: string | undefined;
}

type Status = NonNullable<KeptDisk['status']>;
type Condition = NonNullable<Status['conditions']>[number];

/**
 * Phases in which CDI has no volume to fill; waiting for a machine is a separate phase. In later phases there is a volume, although
 * the claim of a disk that a populator fills is bound only at the end.
 */
const WAITING_PHASES = ['', 'Pending'];
/** Phases in which CDI copies data and reports progress; clones made by the storage itself have other phases. */
const COPYING_PHASES = ['ImportScheduled', 'ImportInProgress', 'CloneScheduled', 'CloneInProgress'];
/** CDI's reasons for a claim that does not exist and will not, such as ErrClaimNotValid and ErrExceededQuota. */
const REFUSED = /^Err|^ClaimLost$|^Clone(?:ValidationFailed|WithoutSource)$/;
/** CDI's reasons for a worker pod that cannot run or has ended, such as ImagePullBackOff and ErrStartingPod. */
const FAILING = /^Err|^Unschedulable$|BackOff$/;
/** Restarts after which the condition's time is ignored: the pod runs briefly before each failure, which resets it. */
const RESTARTS = 3;

const SECOND_MS = 1000;

/** Milliseconds to wait before a failure is reported, because some resolve themselves. */
const PATIENCE_MS: Record<DiskFailure['kind'], number> = {
  Refused: 0,
  // Provisioning takes seconds, or a minute or two on slow storage.
  Unbound: 60 * SECOND_MS,
  Failing: 0,
  Idle: 300 * SECOND_MS,
};

/** Returns when the failure began, but never later than `now`, because clocks differ. */
export function beganAt({ metadata }: KeptDisk, { since }: DiskFailure, now: Date): Date {
  const began = since ?? metadata.creationTimestamp;
  return began === undefined || new Date(began) > now ? now : new Date(began);
}

/** Returns when to report the failure. */
export function reportAt(disk: KeptDisk, failure: DiskFailure, now: Date): Date {
  return new Date(beganAt(disk, failure, now).getTime() + PATIENCE_MS[failure.kind]);
}

/** Returns undefined if the disk makes progress or CDI reports nothing. */
export function diskFailure({ status }: KeptDisk): DiskFailure | undefined {
  if (status === undefined || status.phase === 'Succeeded') return undefined;
  return claimFailure(status) ?? copyFailure(status);
}

/** Returns whether CDI reports that there is no claim, or that it has no volume. */
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
