/** From the runs that the operator recorded to what is charged for. Pure. */

/** A run as `status.runs` of the Workload has it. */
export interface SeenRun {
  readonly id: string;
  readonly startedAt: Date;
  readonly stoppedAt?: Date | undefined;
  readonly endReason?: string | undefined;
}

/** A run as billing has recorded it. */
export interface RecordedRun {
  readonly runId: string;
  readonly startedAt: Date;
  readonly stoppedAt: Date | null;
  readonly chargedThrough: Date;
}

export interface RunsSeen {
  readonly runs: readonly SeenRun[];
  readonly recorded: readonly RecordedRun[];
  /** Nothing is charged before. */
  readonly acceptedAt: Date;
  /** When the machine was gone for good; undefined while it is still there. */
  readonly machineGoneAt?: Date | undefined;
  readonly now: Date;
}

export interface RunOpened {
  readonly runId: string;
  readonly startedAt: Date;
}

export interface RunClosed {
  readonly runId: string;
  readonly stoppedAt: Date;
  /** Later than `stoppedAt` where a minimum applies. */
  readonly billedUntil: Date;
  readonly endReason: string;
}

export interface RunChanges {
  readonly opened: readonly RunOpened[];
  readonly closed: readonly RunClosed[];
}

/** After a user's stop, restart or destroy the machine is charged until it is gone, but no longer than this. */
export const SHUTDOWN_MS = 30_000;
/** The least that is charged for a run, unless the platform ended it. */
export const MINIMUM_RUN_MS = 60_000;

const endedByUser: ReadonlySet<string> = new Set([
  'StopRequested',
  'RestartRequested',
  'DestroyRequested',
  'GuestPoweredOff',
]);

/**
 * What to record of the runs seen now. A run's start is fixed when it is first seen: not before the order nor the run
 * before it, and never in the future. One run is open at most.
 */
export function mergeRuns(seen: RunsSeen): RunChanges {
  const opened: RunOpened[] = [];
  const closed = vanished(seen);
  let earliest = latest(seen.acceptedAt, ...closed.map(({ stoppedAt }) => stoppedAt), ...forgottenEnds(seen));
  const runs = seen.runs.toSorted((a, b) => a.startedAt.getTime() - b.startedAt.getTime());
  for (const [index, run] of runs.entries()) {
    const known = seen.recorded.find(({ runId }) => runId === run.id);
    const startedAt = known?.startedAt ?? latest(earliest, soonest(run.startedAt, seen.now));
    if (!known) opened.push({ runId: run.id, startedAt });
    const end = known?.stoppedAt ?? closeRun(run, startedAt, runs[index + 1], seen);
    if (end === undefined) break;
    if (!(end instanceof Date)) closed.push(end);
    earliest = latest(earliest, end instanceof Date ? end : end.stoppedAt);
  }
  return { opened, closed };
}

/** The ends of recorded runs that the operator has dropped since. */
function forgottenEnds({ runs, recorded }: RunsSeen): Date[] {
  return recorded
    .filter(({ runId }) => !runs.some(({ id }) => id === runId))
    .flatMap(({ stoppedAt }) => stoppedAt ?? []);
}

/**
 * A recorded run that goes on in the books alone: another one has begun, and the operator has forgotten it. Nobody saw
 * its end, so it is charged to where it was last settled.
 */
function vanished({ runs, recorded }: RunsSeen): RunClosed[] {
  const isRecorded = (id: string) => recorded.some(({ runId }) => runId === id);
  return recorded
    .filter(({ runId, stoppedAt }) => stoppedAt === null && !runs.some(({ id }) => id === runId))
    .filter(({ startedAt }) => runs.some((run) => run.startedAt > startedAt && !isRecorded(run.id)))
    .map(({ runId, chargedThrough: end }) => ({
      runId,
      stoppedAt: end,
      billedUntil: end,
      endReason: 'Vanished',
    }));
}

/** The end of a run that is not recorded yet; undefined while it still goes on, or is still shutting down. */
function closeRun(
  run: SeenRun,
  startedAt: Date,
  next: SeenRun | undefined,
  { machineGoneAt, now }: RunsSeen,
): RunClosed | undefined {
  const requested = run.stoppedAt ?? next?.startedAt;
  if (requested === undefined) return undefined;
  const endReason = run.endReason ?? 'MachineEnded';
  const stop = latest(startedAt, soonest(requested, now));
  if (!endedByUser.has(endReason)) {
    return { runId: run.id, stoppedAt: stop, billedUntil: stop, endReason };
  }
  const stoppedAt = shutDownAt(stop, next?.startedAt ?? machineGoneAt, now);
  if (stoppedAt === undefined) return undefined;
  const minimum = new Date(startedAt.getTime() + MINIMUM_RUN_MS);
  return { runId: run.id, stoppedAt, billedUntil: latest(stoppedAt, minimum), endReason };
}

/** When a machine that its user stopped is charged no more; undefined while that is not known. */
function shutDownAt(stop: Date, gone: Date | undefined, now: Date): Date | undefined {
  const limit = new Date(stop.getTime() + SHUTDOWN_MS);
  if (gone === undefined && now < limit) return undefined;
  return latest(stop, soonest(limit, gone ?? limit, now));
}

function latest(...times: readonly Date[]): Date {
  return new Date(Math.max(...times.map((time) => time.getTime())));
}

function soonest(...times: readonly Date[]): Date {
  return new Date(Math.min(...times.map((time) => time.getTime())));
}
