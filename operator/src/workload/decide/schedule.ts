/** Decides when a workload's own schedule stops and starts it. Pure. */
import { isDeepStrictEqual } from 'node:util';
import { openRunOf, restartAskedAt, workloadReasons } from '@gpulease/crds';
import type { Run, Workload, WorkloadStatus } from '@gpulease/crds';
import { dateOf, HOUR_MS, MINUTE_MS } from '@gpulease/kube';
import { causes, idleStop } from '../causes/causes.ts';
import type { Cause } from '../causes/cause.ts';
import type { Scope } from '../scope.ts';
import { endOfIdleness, idleSince } from './idle.ts';
import { beginAfter, endAfter, hoursAt } from './weekly-hours.ts';

/** How long before a scheduled stop owners are warned; for an idle machine at most half of its idle time. */
const WARNING_MS = 15 * MINUTE_MS;

type Seen = Pick<Scope, 'workload' | 'now' | 'idle'>;

/** Returns the schedule section of the status; undefined if no schedule applies. */
export function scheduleOf(
  seen: Seen,
  { runs = [], halt }: Pick<WorkloadStatus, 'runs' | 'halt'>,
): WorkloadStatus['schedule'] {
  if (!isScheduled(seen)) return undefined;
  const { stopAfterHours, weekly } = seen.workload.spec.schedule ?? {};
  const since = sinceOf(seen).getTime();
  const ran = ranSeconds(seen.workload, since) + secondsDropped(seen.workload, since, runs);
  return {
    since: new Date(since).toISOString(),
    ...(weekly !== undefined && { weekly }),
    ...idlenessOf(seen),
    ...(stopAfterHours !== undefined && { stopAfterHours }),
    ...(stopAfterHours !== undefined && ran > 0 && { ranSeconds: ran }),
    ...nextOf(seen, halt),
  };
}

function idlenessOf(seen: Seen): Pick<NonNullable<WorkloadStatus['schedule']>, 'idle' | 'idleSince'> {
  const { idle } = seen.workload.spec.schedule ?? {};
  const since = idleSince(seen);
  return {
    ...(idle !== undefined && { idle }),
    ...(since !== undefined && { idleSince: since.toISOString() }),
  };
}

/** Returns when the schedule next stops and starts the machine. */
function nextOf(
  seen: Seen,
  halt: WorkloadStatus['halt'],
): Pick<NonNullable<WorkloadStatus['schedule']>, 'stopAt' | 'startAt'> {
  const stop = scheduledStop(seen);
  const start = scheduledStart(seen, halt);
  return {
    ...(stop !== undefined && !isPast(seen, stop) && { stopAt: stop.toISOString() }),
    ...(start !== undefined && { startAt: start.toISOString() }),
  };
}

/** An idle machine's stop is not past until a new measurement confirms that the machine is still idle. */
function isPast({ workload, now }: Seen, stop: Date): boolean {
  return stop <= now && workload.spec.schedule?.idle === undefined;
}

/** Returns when the schedule stops the machine. A past stop keeps the machine from starting automatically. */
export function scheduledStop(seen: Seen): Date | undefined {
  if (!isScheduled(seen)) return undefined;
  const since = sinceOf(seen).getTime();
  const chosen = chosenStop(seen, since);
  if (chosen === undefined) return undefined;
  const stop = putOff(seen, chosen);
  return stop > since ? new Date(stop) : undefined;
}

function chosenStop(seen: Seen, since: number): number | undefined {
  const { stopAt, weekly, idle } = seen.workload.spec.schedule ?? {};
  if (idle !== undefined) return endOfIdleness(seen);
  if (weekly !== undefined) return endAfter(weekly, since);
  return stopAt === undefined ? endOfRunningHours(seen, since) : Date.parse(stopAt);
}

/** A stop postponed into later weekly hours moves to their end. */
function putOff({ workload }: Seen, chosen: number): number {
  const { postponedUntil, weekly } = workload.spec.schedule ?? {};
  const until = postponedUntil === undefined ? chosen : Date.parse(postponedUntil);
  if (until <= chosen) return chosen;
  return (weekly && hoursAt(weekly, until)?.end) ?? until;
}

/** Returns when the weekly plan starts a machine that its schedule stopped. */
function scheduledStart({ workload, now }: Seen, halt: WorkloadStatus['halt']): Date | undefined {
  const { weekly } = workload.spec.schedule ?? {};
  if (weekly === undefined || halt?.reason !== workloadReasons.scheduledStop) return undefined;
  const begin = beginAfter(weekly, now.getTime());
  return begin === undefined ? undefined : new Date(begin);
}

/** Returns whether weekly hours began after the schedule stopped the machine, which requests its start. */
export function isStartedByPlan(seen: Seen): boolean {
  const { halt } = seen.workload.status ?? {};
  if (halt?.reason !== workloadReasons.scheduledStop || !isScheduled(seen)) return false;
  const began = hoursBegan(seen);
  return began !== undefined && began > new Date(halt.at);
}

/** Returns why the schedule ends a run, or the wait for one. */
export function scheduleOver(seen: Seen): Cause | undefined {
  const stop = scheduledStop(seen);
  const { idle } = seen.workload.spec.schedule ?? {};
  // Passing time proves nothing about a machine's load; only a measurement does.
  const at = idle === undefined ? seen.now : seen.idle?.seenAt;
  if (stop === undefined || at === undefined || at < stop) return undefined;
  const cause: Cause = idle === undefined ? causes.scheduledStop : idleStop(idle);
  return { ...cause, halt: cause.reason };
}

/** Returns when the schedule requires a reconcile. */
export function scheduleMoments(seen: Seen): readonly (Date | undefined)[] {
  const stop = scheduledStop(seen);
  return [stop, stop && warningBefore(stop, seen), dateOf(seen.workload.status?.schedule?.startAt)];
}

/** Returns when owners are warned of a stop. */
export function warningBefore(stop: Date, { workload }: Pick<Seen, 'workload'>): Date {
  const { minutes = Infinity } = workload.spec.schedule?.idle ?? {};
  return new Date(stop.getTime() - Math.min(WARNING_MS, (minutes * MINUTE_MS) / 2));
}

function isScheduled({ workload: { spec, metadata } }: Seen): boolean {
  return (
    spec.schedule !== undefined && spec.powerState === 'Running' && metadata.deletionTimestamp === undefined
  );
}

/**
 * Returns when the owner or the weekly plan last requested a start, or the schedule changed. An automatic start, such as after
 * a recharge, does not count: a machine whose time has passed in the meantime stays off.
 */
function sinceOf(seen: Seen): Date {
  const { workload, now } = seen;
  const known = countedSince(workload) ?? orderedAt(workload) ?? now;
  const later = [restartAskedAt(workload, now), hoursBegan(seen)].filter((at) => at !== undefined);
  return later.reduce((latest, at) => (at > latest ? at : latest), known);
}

function countedSince({ spec, status }: Workload): Date | undefined {
  const { since, stopAfterHours, weekly, idle } = status?.schedule ?? {};
  const isSame = isDeepStrictEqual(
    [stopAfterHours, weekly, idle],
    [spec.schedule?.stopAfterHours, spec.schedule?.weekly, spec.schedule?.idle],
  );
  return isSame ? dateOf(since) : undefined;
}

/** Returns when the present weekly hours began, if the plan was set before. */
function hoursBegan({ workload, now }: Seen): Date | undefined {
  const { weekly } = workload.spec.schedule ?? {};
  const since = countedSince(workload);
  if (weekly === undefined || since === undefined) return undefined;
  const begin = hoursAt(weekly, now.getTime())?.begin;
  return begin !== undefined && begin > since.getTime() ? new Date(begin) : undefined;
}

/** Returns the creation time, but only of an order that is reconciled for the first time. */
function orderedAt({ metadata, status }: Workload): Date | undefined {
  return status?.phase === undefined ? dateOf(metadata.creationTimestamp) : undefined;
}

/** Returns when the machine has used up its hours; undefined if hours are left and no run is open. */
function endOfRunningHours({ workload }: Seen, since: number): number | undefined {
  const { runs = [] } = workload.status ?? {};
  const allowed = (workload.spec.schedule?.stopAfterHours ?? 0) * HOUR_MS;
  const used = ranMs(runs, since) + ranSeconds(workload, since) * 1000;
  const open = openRunOf(runs);
  // Stable, however often it is computed.
  if (open === undefined) return used < allowed ? undefined : since + allowed;
  return Math.max(Date.parse(open.startedAt), since) + Math.max(allowed - used, 1);
}

/** Returns the seconds of runs that are no longer listed; 0 if the hours restart. */
function ranSeconds({ status }: Workload, since: number): number {
  const { schedule } = status ?? {};
  return schedule !== undefined && Date.parse(schedule.since) === since ? (schedule.ranSeconds ?? 0) : 0;
}

/** Returns the seconds of runs that are about to be dropped from the list. */
function secondsDropped({ status }: Workload, since: number, listed: readonly Run[]): number {
  const dropped = (status?.runs ?? []).filter(({ id }) => listed.every((run) => run.id !== id));
  return Math.floor(ranMs(dropped, since) / 1000);
}

/** Returns the milliseconds that closed runs lasted after `since`. */
function ranMs(runs: readonly Run[], since: number): number {
  return runs.reduce((sum, { startedAt, stoppedAt }) => {
    if (stoppedAt === undefined) return sum;
    return sum + Math.max(Date.parse(stoppedAt) - Math.max(Date.parse(startedAt), since), 0);
  }, 0);
}
