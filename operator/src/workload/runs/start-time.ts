import { openRunOf } from '@gpulease/crds';
import { findCondition } from '@gpulease/kube';
import type { Scope } from '../scope.ts';
import type { KeptDisk } from '../../kept/kept.ts';

/** Returns the earliest start: the reserved one, or else the one that an administrator chose. */
export function startTimeOf({ workload, policy }: Pick<Scope, 'workload' | 'policy'>): string | undefined {
  const { reservation, placement } = workload.spec;
  // A reserved term is charged from its start, so an administrator cannot delay it.
  const isChosen = policy?.spec.mode !== 'Reserved';
  return reservation?.startTime ?? (isChosen ? placement?.startTime : undefined);
}

/** Returns whether the start time has passed. */
export function isStartTimeReached(scope: Pick<Scope, 'workload' | 'policy' | 'now'>): boolean {
  const start = startTimeOf(scope);
  return start === undefined || scope.now.getTime() >= Date.parse(start);
}

/**
 * Returns when the start began, in milliseconds since the epoch: the latest of its phase, its place, its disk, the end of the
 * previous run and the chosen time, because a run may have ended long before another could begin. While a run is open, the
 * previous machine is shutting down and the start has not begun.
 */
export function startingSince(scope: Scope): number {
  const { workload, rootDisk, now } = scope;
  const { status } = workload;
  const runs = status?.runs ?? [];
  if (openRunOf(runs) !== undefined) return now.getTime();
  const moments = [
    status?.lastTransition?.at,
    status?.placed?.at,
    startTimeOf(scope),
    rootDisk && filledAt(rootDisk),
    ...runs.map(({ stoppedAt }) => stoppedAt),
  ];
  const known = moments.filter((moment) => moment !== undefined).map((moment) => Date.parse(moment));
  return known.length === 0 ? now.getTime() : Math.max(...known);
}

/** Returns when the disk was filled; undefined before that. */
function filledAt({ status }: KeptDisk): string | undefined {
  const ready = findCondition(status?.conditions, 'Ready');
  return ready?.status === 'True' ? ready.lastTransitionTime : undefined;
}
