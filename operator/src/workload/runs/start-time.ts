import { openRunOf } from '@gpulease/crds';
import { findCondition } from '@gpulease/kube';
import type { Scope } from '../scope.ts';
import type { KeptDisk } from '../../kept/kept.ts';

/** When it is to start at the earliest: as reserved, or else as an administrator chose. */
export function startTimeOf({ workload, policy }: Pick<Scope, 'workload' | 'policy'>): string | undefined {
  const { reservation, placement } = workload.spec;
  // A reserved term is paid for from its start on, so nobody else delays it.
  const isChosen = policy?.spec.mode !== 'Reserved';
  return reservation?.startTime ?? (isChosen ? placement?.startTime : undefined);
}

/** Whether it may start by now. */
export function hasStartTimeCome(scope: Pick<Scope, 'workload' | 'policy' | 'now'>): boolean {
  const start = startTimeOf(scope);
  return start === undefined || scope.now.getTime() >= Date.parse(start);
}

/**
 * A start begins with its phase, its place, its disk, the end of the run before, or the time chosen for it, whichever came last:
 * a run may be known to have ended long before anybody could begin another. While a run is still open the machine before is on
 * its way out, and the start has yet to begin. Milliseconds since the epoch.
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

/** When the disk was filled; undefined before that. */
function filledAt({ status }: KeptDisk): string | undefined {
  const ready = findCondition(status?.conditions, 'Ready');
  return ready?.status === 'True' ? ready.lastTransitionTime : undefined;
}
