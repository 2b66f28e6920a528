/** When a workload's own schedule stops it. Pure. */
import { restartAskedAt } from '@gpulease/crds';
import type { Run, Workload, WorkloadStatus } from '@gpulease/crds';
import { dateOf, HOUR_MS, MINUTE_MS } from '@gpulease/kube';
import { causes } from '../causes/causes.ts';
import { openRunOf } from '../runs/runs.ts';
import type { Cause } from '../causes/cause.ts';
import type { Scope } from '../scope.ts';

/** Owners are warned of a scheduled stop so long before it. */
const WARNING_MS = 15 * MINUTE_MS;

type Seen = Pick<Scope, 'workload' | 'now'>;

/** What the status says of the schedule beside the runs that it lists; undefined where none applies. */
export function scheduleOf(seen: Seen, listed: readonly Run[]): WorkloadStatus['schedule'] {
  if (!isScheduled(seen)) return undefined;
  const { stopAfterHours } = seen.workload.spec.schedule ?? {};
  const stop = scheduledStop(seen);
  const since = sinceOf(seen).getTime();
  const ran = ranSeconds(seen.workload, since) + secondsDropped(seen.workload, since, listed);
  return {
    since: new Date(since).toISOString(),
    ...(stopAfterHours !== undefined && { stopAfterHours }),
    ...(stopAfterHours !== undefined && ran > 0 && { ranSeconds: ran }),
    ...(stop !== undefined && stop > seen.now && { stopAt: stop.toISOString() }),
  };
}

/** When the schedule stops the machine. Once that has passed, it keeps the machine from starting by itself. */
export function scheduledStop(seen: Seen): Date | undefined {
  if (!isScheduled(seen)) return undefined;
  const { stopAt, postponedUntil } = seen.workload.spec.schedule ?? {};
  const since = sinceOf(seen).getTime();
  const chosen = stopAt === undefined ? endOfHours(seen, since) : Date.parse(stopAt);
  if (chosen === undefined) return undefined;
  const stop = Math.max(chosen, postponedUntil === undefined ? chosen : Date.parse(postponedUntil));
  return stop > since ? new Date(stop) : undefined;
}

/** Its time has come, which ends a run as well as the wait for one. */
export function scheduleOver(seen: Seen): Cause | undefined {
  const stop = scheduledStop(seen);
  if (stop === undefined || seen.now < stop) return undefined;
  return { ...causes.scheduledStop, halt: causes.scheduledStop.reason };
}

/** From when owners are warned of a stop. */
export function warningBefore(stop: Date): Date {
  return new Date(stop.getTime() - WARNING_MS);
}

function isScheduled({ workload: { spec, metadata } }: Seen): boolean {
  return (
    spec.schedule !== undefined && spec.powerState === 'Running' && metadata.deletionTimestamp === undefined
  );
}

/**
 * When somebody last asked for a start, or set other hours. A start that follows by itself, as after a recharge, does not count: a machine whose
 * time has passed meanwhile is to stay off.
 */
function sinceOf({ workload, now }: Seen): Date {
  const known = countedSince(workload) ?? orderedAt(workload) ?? now;
  const asked = restartAskedAt(workload, now);
  return asked !== undefined && asked > known ? asked : known;
}

function countedSince({ spec, status }: Workload): Date | undefined {
  const { since, stopAfterHours } = status?.schedule ?? {};
  return stopAfterHours === spec.schedule?.stopAfterHours ? dateOf(since) : undefined;
}

/** Only of an order that is seen for the first time. */
function orderedAt({ metadata, status }: Workload): Date | undefined {
  return status?.phase === undefined ? dateOf(metadata.creationTimestamp) : undefined;
}

/** When the machine has run for its hours; undefined while hours are left and none runs. */
function endOfHours({ workload }: Seen, since: number): number | undefined {
  const { runs = [] } = workload.status ?? {};
  const allowed = (workload.spec.schedule?.stopAfterHours ?? 0) * HOUR_MS;
  const used = ranMs(runs, since) + ranSeconds(workload, since) * 1000;
  const open = openRunOf(runs);
  // A moment that stays the same, however often it is computed.
  if (open === undefined) return used < allowed ? undefined : since + allowed;
  return Math.max(Date.parse(open.startedAt), since) + Math.max(allowed - used, 1);
}

/** For how long it ran in runs that are listed no longer; nothing where the hours count anew. */
function ranSeconds({ status }: Workload, since: number): number {
  const { schedule } = status ?? {};
  return schedule !== undefined && Date.parse(schedule.since) === since ? (schedule.ranSeconds ?? 0) : 0;
}

/** The same of runs that are about to be listed no longer. */
function secondsDropped({ status }: Workload, since: number, listed: readonly Run[]): number {
  const dropped = (status?.runs ?? []).filter(({ id }) => listed.every((run) => run.id !== id));
  return Math.floor(ranMs(dropped, since) / 1000);
}

/** For how long runs that are over lasted after `since`. */
function ranMs(runs: readonly Run[], since: number): number {
  return runs.reduce((sum, { startedAt, stoppedAt }) => {
    if (stoppedAt === undefined) return sum;
    return sum + Math.max(Date.parse(stoppedAt) - Math.max(Date.parse(startedAt), since), 0);
  }, 0);
}
