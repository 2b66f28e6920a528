import { workloadReasons, type Run, type WorkloadStatus } from '@gpulease/crds';

/** Facts about the machine's current VirtualMachineInstance. */
export interface SeenMachine {
  /** The VirtualMachineInstance's uid, which is also the run's id. */
  id: string;
  /** When it began to run, if it has. */
  runningSince?: Date | undefined;
  /** When it was found to be over: its final phase, its deletion, its host's last heartbeat; the earliest known. */
  overSince?: Date | undefined;
  /** Why it ended, if not by itself. */
  endReason?: string | undefined;
  /** It was over because somebody deleted it, not because its guest or its host ended. */
  isSwitchedOff?: boolean | undefined;
  createdAt?: Date | undefined;
}

/** An end that we bring about ourselves. */
export interface RunEnd {
  at: Date;
  reason: string;
  /** No machine may run after this time, not even one that was unknown before. */
  isFinal?: boolean | undefined;
}

/** Unsettled closed runs at which a workload is not started again until billing has caught up. */
const MOST_UNSETTLED_RUNS = 64;

/** The newest runs are kept after settlement, because they show repeated crashes. */
const RUNS_KEPT = 8;

/**
 * The run ledger after what was seen now: a run opens with the machine's Running transition and closes once, at the
 * earliest of our own end and what became of the machine. Facts already written never change.
 */
export function recordRuns(runs: readonly Run[], machine: SeenMachine | undefined, end?: RunEnd): Run[] {
  const known = runs.map((run) => closeRun(run, machine, end));
  return [...known, ...newRun(runs, machine, end?.isFinal === true ? end : undefined)];
}

/**
 * Notes on the runs that are closed when their machine was gone: by `goneAt` where no machine is left, by the creation of the
 * one that took its place otherwise. It may be long before now, if nobody looked.
 */
export function noteGone(runs: readonly Run[], machine: SeenMachine | undefined, goneAt: Date): Run[] {
  const at = machine === undefined ? goneAt : machine.createdAt;
  return runs.map((run) => {
    const isGone = run.stoppedAt !== undefined && run.id !== machine?.id;
    if (!isGone || run.goneAt !== undefined || at === undefined) return run;
    return {
      ...run,
      goneAt: new Date(Math.max(at.getTime(), Date.parse(run.stoppedAt ?? ''))).toISOString(),
    };
  });
}

/**
 * Oldest first, whatever order the API server has merged them in. KubeVirt tells a start to the second only: of two in
 * the same second, the one that ended first is the older.
 */
export function inOrder(runs: readonly Run[]): Run[] {
  const end = ({ stoppedAt }: Run): number =>
    stoppedAt === undefined ? Number.MAX_VALUE : Date.parse(stoppedAt);
  return runs.toSorted(
    (a, b) => Date.parse(a.startedAt) - Date.parse(b.startedAt) || end(a) - end(b) || (a.id < b.id ? -1 : 1),
  );
}

/** Drops old runs before the last settled one; that one stays as the mark. */
export function pruneRuns(runs: readonly Run[], settledRun: string | undefined): Run[] {
  const settled = runs.findIndex(({ id }) => id === settledRun);
  return runs.slice(Math.max(Math.min(settled, runs.length - RUNS_KEPT), 0));
}

/** Whether billing has so many runs to settle that the machine is not started again before it has caught up. */
export function isLedgerFull({ runs = [], billing }: WorkloadStatus = {}): boolean {
  return unsettledRuns(inOrder(runs), billing?.settledRun) >= MOST_UNSETTLED_RUNS;
}

export function unsettledRuns(runs: readonly Run[], settledRun: string | undefined): number {
  const settled = runs.findIndex(({ id }) => id === settledRun);
  return runs.slice(settled + 1).filter(({ stoppedAt }) => stoppedAt !== undefined).length;
}

/** The end of a start that another follows was of the run before, not of a machine seen for the first time. */
function newRun(runs: readonly Run[], machine: SeenMachine | undefined, end: RunEnd | undefined): Run[] {
  if (machine?.runningSince === undefined || runs.some(({ id }) => id === machine.id)) return [];
  return [closeRun({ id: machine.id, startedAt: machine.runningSince.toISOString() }, machine, end)];
}

function closeRun(run: Run, machine: SeenMachine | undefined, end?: RunEnd): Run {
  if (run.stoppedAt !== undefined) return run;
  const ends = run.id === machine?.id ? [machineEnd(machine, end), end] : [machineReplaced(machine), end];
  const first = ends
    .filter((candidate) => candidate !== undefined)
    .sort((a, b) => a.at.getTime() - b.at.getTime())[0];
  if (first === undefined) return run;
  // Clocks of different hosts may disagree; a run never ends before it began.
  const stoppedAt = new Date(Math.max(first.at.getTime(), Date.parse(run.startedAt)));
  return { ...run, stoppedAt: stoppedAt.toISOString(), endReason: first.reason };
}

/** A machine that was switched off ended for our reason, whether its end or ours is seen first. */
function machineEnd(machine: SeenMachine, end: RunEnd | undefined): RunEnd | undefined {
  const asked = machine.isSwitchedOff === true ? end?.reason : undefined;
  return (
    machine.overSince && {
      at: machine.overSince,
      reason: machine.endReason ?? asked ?? workloadReasons.machineEnded,
    }
  );
}

/** Another machine runs in its place, so this run was over by then at the latest. */
function machineReplaced(machine: SeenMachine | undefined): RunEnd | undefined {
  return machine?.runningSince && { at: machine.runningSince, reason: workloadReasons.machineEnded };
}
