import { MINUTE_MS, SECOND_MS } from '@gpulease/kube';
import { beganAt, diskFailure, reportAt, type DiskFailure } from '../../kubevirt/disk-failure.ts';
import type { KeptDisk } from '../../kept/kept.ts';
import type { Cause, Deadline } from '../causes/cause.ts';
import type { Scope } from '../scope.ts';
import { startingSince } from '../runs/start-time.ts';
import {
  diskClassMissing,
  diskCopyStuck,
  diskNotCreated,
  diskNotProvided,
  importFailing,
} from '../causes/disk-causes.ts';

/** How long a failure must last before the machine's place is released. */
const GIVE_UP_MS: Record<DiskFailure['kind'], number> = {
  Refused: 30 * SECOND_MS,
  Unbound: 5 * MINUTE_MS,
  Failing: 5 * MINUTE_MS,
  Idle: 15 * MINUTE_MS,
};

/** Returns what blocks the creation of the root disk, once it is due to be reported. */
export function reportedDiskFailure(scope: Scope): Cause | undefined {
  const found = find(scope);
  return found && scope.now >= found.toldAt ? causeOf(scope, found.failure) : undefined;
}

/**
 * Returns when a start that waits for its root disk releases its place, so that others can use the GPU. CDI continues in the
 * meantime, and a failure that has lasted this long ends the next attempt at once. The first attempt always gets its full wait,
 * whenever the failure began and however wrong CDI's clock is.
 */
export function diskRefusal(scope: Scope): Deadline | undefined {
  const found = find(scope);
  return found && { at: found.givenUpAt, cause: causeOf(scope, found.failure) };
}

/** Returns when a failure of the disk is reported, counts as one of its volume, and ends the start. */
export function diskMoments(scope: Scope): Date[] {
  const found = find(scope);
  return found === undefined ? [] : [found.toldAt, found.volumeDueAt, found.givenUpAt];
}

function find(scope: Scope) {
  const { workload, rootDisk, now } = scope;
  if (workload.status?.phase !== 'Starting' || rootDisk === undefined) return undefined;
  const failure = failureOf(scope, rootDisk);
  if (failure === undefined) return undefined;
  const isFirst = workload.status.retry === undefined;
  const since = Math.max(beganAt(rootDisk, failure, now).getTime(), isFirst ? startingSince(scope) : 0);
  const givenUpAt = new Date(since + GIVE_UP_MS[failure.kind]);
  const volumeDueAt = reportAt(rootDisk, { ...failure, kind: 'Unbound' }, now);
  return { failure, toldAt: reportAt(rootDisk, failure, now), volumeDueAt, givenUpAt };
}

/** While the temporary claim beside the image has no volume, CDI reports a running copy and no message. */
function failureOf({ copyClaim }: Scope, rootDisk: KeptDisk): DiskFailure | undefined {
  const failure = diskFailure(rootDisk);
  if (failure?.kind !== 'Idle' || copyClaim?.status?.phase !== 'Pending') return failure;
  const { namespace = '', name } = copyClaim.metadata;
  return { ...failure, kind: 'Unbound', words: `PVC ${namespace}/${name} Pending` };
}

function causeOf({ claim, storageClass, rootDisk }: Scope, { kind, words }: DiskFailure): Cause {
  if (kind === 'Refused') return diskNotCreated(words);
  if (kind === 'Failing') return importFailing(words);
  if (kind === 'Idle') return diskCopyStuck(rootDisk?.status?.progress);
  const className = claim?.spec?.storageClassName;
  const isMissing = className !== undefined && storageClass === undefined;
  return isMissing ? diskClassMissing(className) : diskNotProvided(words);
}
