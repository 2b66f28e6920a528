/** Turns the runs that the operator recorded into charges. Pure. */
import { orderReasons, workloadReasons } from '@gpulease/crds';
import { soonest } from '@gpulease/kube';
import { latest } from '../clock.ts';

/** A run as reported in `status.runs` of the Workload. */
export interface SeenRun {
  readonly id: string;
  readonly startedAt: Date;
  readonly stoppedAt?: Date | undefined;
  readonly endReason?: string | undefined;
  /** When its machine was gone. */
  readonly goneAt?: Date | undefined;
}

/** A run as billing has recorded it. */
export interface RecordedRun {
  readonly runId: string;
  readonly startedAt: Date;
  readonly stoppedAt: Date | null;
  readonly chargedThrough: Date;
  /** The time from which a continuing run is no longer charged. */
  readonly unchargedFrom?: Date | null;
}

export interface RunsSeen {
  readonly runs: readonly SeenRun[];
  readonly recorded: readonly RecordedRun[];
  /** Nothing is charged before this time. */
  readonly acceptedAt: Date;
  readonly now: Date;
}

export type RunOpened = Pick<RecordedRun, 'runId' | 'startedAt'>;

export interface RunClosed {
  readonly runId: string;
  readonly stoppedAt: Date;
  readonly endReason: string;
}

export interface RunChanges {
  readonly opened: readonly RunOpened[];
  /** Includes runs that were recorded as closed later than their machine actually stopped. */
  readonly closed: readonly RunClosed[];
}

/** After a user's stop, restart or destroy the machine is charged until it is gone, but no longer than this. */
const SHUTDOWN_MS = 30_000;

const endedByUser: ReadonlySet<string> = new Set([
  workloadReasons.stopRequested,
  workloadReasons.restartRequested,
  workloadReasons.destroyRequested,
  workloadReasons.guestPoweredOff,
]);

/** Returns what to record. A start is fixed when first seen: not before the order or the last end, nor in the future. */
export function mergeRuns(seen: RunsSeen): RunChanges {
  const opened: RunOpened[] = [];
  const closed = vanished(seen);
  let earliest = latest(seen.acceptedAt, ...closed.map(({ stoppedAt }) => stoppedAt), ...forgottenEnds(seen));
  const runs = seen.runs.toSorted((a, b) => a.startedAt.getTime() - b.startedAt.getTime());
  for (const [index, run] of runs.entries()) {
    const known = seen.recorded.find(({ runId }) => runId === run.id);
    const startedAt = known?.startedAt ?? latest(earliest, soonest(run.startedAt, seen.now));
    if (!known) opened.push({ runId: run.id, startedAt });
    const end = closeRun(run, startedAt, runs[index + 1], seen.now);
    closed.push(...unknownEnd(run, end, known));
    const stoppedAt = known?.stoppedAt ?? end?.stoppedAt;
    if (!stoppedAt) break;
    earliest = latest(earliest, stoppedAt);
  }
  return { opened, closed };
}

/** Whether the spot notice, from which the open run is no longer charged, differs from the recorded one. */
export function isNoticeNew(recorded: readonly RecordedRun[], noticedAt: Date | undefined): boolean {
  const open = recorded.find(({ stoppedAt }) => stoppedAt === null);
  return open !== undefined && open.unchargedFrom?.getTime() !== noticedAt?.getTime();
}

/** Returns the ends of recorded runs that the operator no longer reports. */
function forgottenEnds({ runs, recorded }: RunsSeen): Date[] {
  return recorded
    .filter(({ runId }) => !runs.some(({ id }) => id === runId))
    .flatMap(({ stoppedAt }) => stoppedAt ?? []);
}

/** Closes, without a further charge, open recorded runs that the operator no longer reports once another has started. */
function vanished({ runs, recorded }: RunsSeen): RunClosed[] {
  const isKnown = (id: string) => recorded.some(({ runId }) => runId === id);
  return recorded
    .filter(({ runId, stoppedAt }) => stoppedAt === null && !runs.some(({ id }) => id === runId))
    .filter(({ startedAt }) => runs.some((run) => run.startedAt > startedAt && !isKnown(run.id)))
    .map((run) => ({ runId: run.runId, stoppedAt: run.chargedThrough, endReason: orderReasons.vanished }));
}

/** Returns the end of a run; undefined while it continues or is still shutting down. */
function closeRun(
  run: SeenRun,
  startedAt: Date,
  next: SeenRun | undefined,
  now: Date,
): RunClosed | undefined {
  const requested = run.stoppedAt ?? next?.startedAt;
  if (requested === undefined) return undefined;
  const endReason = run.endReason ?? workloadReasons.machineEnded;
  const stop = latest(startedAt, soonest(requested, now));
  const gone = run.goneAt ?? next?.startedAt;
  const stoppedAt = endedByUser.has(endReason) ? shutDownAt(stop, gone, now) : stop;
  return stoppedAt && { runId: run.id, stoppedAt, endReason };
}

/** Returns the end if it is unrecorded, or earlier than recorded now that the operator has seen the machine gone. */
function unknownEnd(
  { goneAt }: SeenRun,
  end: RunClosed | undefined,
  known: RecordedRun | undefined,
): RunClosed[] {
  if (end === undefined) return [];
  if (!known?.stoppedAt) return [end];
  return goneAt !== undefined && end.stoppedAt < known.stoppedAt ? [end] : [];
}

/** Returns when charging ends for a machine that its user stopped; undefined while that is unknown. */
function shutDownAt(stop: Date, gone: Date | undefined, now: Date): Date | undefined {
  const limit = new Date(stop.getTime() + SHUTDOWN_MS);
  if (gone === undefined && now < limit) return undefined;
  return latest(stop, soonest(limit, gone ?? limit, now));
}
