/** When a workload's own schedule stops it, and starts it again. Pure. */
import { isDeepStrictEqual } from 'node:util';
import { openRunOf, restartAskedAt, workloadReasons } from '@gpulease/crds';
import type { Run, Workload, WorkloadStatus } from '@gpulease/crds';
import { dateOf, HOUR_MS, MINUTE_MS } from '@gpulease/kube';
import { causes, idleStop } from '../causes/causes.ts';
import type { Cause } from '../causes/cause.ts';
import type { Scope } from '../scope.ts';
import { endOfIdleness, idleSince } from './idle.ts';
import { beginAfter, endAfter, hoursAt } from './weekly-hours.ts';

/** Owners are warned of a scheduled stop so long before it, or as soon as a machine has been idle for half of its time. */
const WARNING_MS = 15 * MINUTE_MS;

type Seen = Pick<Scope, 'workload' | 'now' | 'idle'>;

/** What the status says of the schedule beside its runs and its halt; undefined where none applies. */
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

/** When the schedule stops and starts the machine next. */
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

/** The stop of an idle machine is carried out when it is seen to be idle still. */
function isPast({ workload, now }: Seen, stop: Date): boolean {
  return stop <= now && workload.spec.schedule?.idle === undefined;
}

/** When the schedule stops the machine. Once that has passed, it keeps the machine from starting by itself. */
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

/** A stop that is put off into the next weekly hours comes at their end. */
function putOff({ workload }: Seen, chosen: number): number {
  const { postponedUntil, weekly } = workload.spec.schedule ?? {};
  const until = postponedUntil === undefined ? chosen : Date.parse(postponedUntil);
  if (until <= chosen) return chosen;
  return (weekly && hoursAt(weekly, until)?.end) ?? until;
}

/** When the weekly plan starts the machine that its schedule keeps off. */
function scheduledStart({ workload, now }: Seen, halt: WorkloadStatus['halt']): Date | undefined {
  const { weekly } = workload.spec.schedule ?? {};
  if (weekly === undefined || halt?.reason !== workloadReasons.scheduledStop) return undefined;
  const begin = beginAfter(weekly, now.getTime());
  return begin === undefined ? undefined : new Date(begin);
}

/** The weekly hours have begun since the schedule stopped the machine, which asks for its start. */
export function isStartedByPlan(seen: Seen): boolean {
  const { halt } = seen.workload.status ?? {};
  if (halt?.reason !== workloadReasons.scheduledStop || !isScheduled(seen)) return false;
  const began = hoursBegan(seen);
  return began !== undefined && began > new Date(halt.at);
}

/** Its time has come, which ends a run as well as the wait for one. */
export function scheduleOver(seen: Seen): Cause | undefined {
  const stop = scheduledStop(seen);
  const { idle } = seen.workload.spec.schedule ?? {};
  // That time passes proves nothing of a machine's load: only a look does.
  const at = idle === undefined ? seen.now : seen.idle?.seenAt;
  if (stop === undefined || at === undefined || at < stop) return undefined;
  const cause: Cause = idle === undefined ? causes.scheduledStop : idleStop(idle);
  return { ...cause, halt: cause.reason };
}

/** When the schedule calls for another look at the machine. */
export function scheduleMoments(seen: Seen): readonly (Date | undefined)[] {
  const stop = scheduledStop(seen);
  return [stop, stop && warningBefore(stop, seen), dateOf(seen.workload.status?.schedule?.startAt)];
}

/** From when owners are warned of a stop. */
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
 * When somebody or the weekly plan last asked for a start, or another choice was set. A start that follows by itself, as after a recharge, does
 * not count: a machine whose time has passed meanwhile is to stay off.
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

/** When the present weekly hours began, if the plan was set before. */
function hoursBegan({ workload, now }: Seen): Date | undefined {
  const { weekly } = workload.spec.schedule ?? {};
  const since = countedSince(workload);
  if (weekly === undefined || since === undefined) return undefined;
  const begin = hoursAt(weekly, now.getTime())?.begin;
  return begin !== undefined && begin > since.getTime() ? new Date(begin) : undefined;
}

/** Only of an order that is seen for the first time. */
function orderedAt({ metadata, status }: Workload): Date | undefined {
  return status?.phase === undefined ? dateOf(metadata.creationTimestamp) : undefined;
}

/** When the machine has run for its hours; undefined while hours are left and none runs. */
function endOfRunningHours({ workload }: Seen, since: number): number | undefined {
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
