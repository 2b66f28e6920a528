import { workloadReasons, type Run, type WorkloadStatus } from '@gpulease/crds';

/** Facts about the machine's current VirtualMachineInstance. */
export interface SeenMachine {
  /** The VirtualMachineInstance's uid, which is also the run's id. */
  id: string;
  /** When it began to run; undefined if it has not. */
  runningSince?: Date | undefined;
  /** The earliest known sign of its end: its final phase, its deletion, or its host's last heartbeat. */
  overSince?: Date | undefined;
  /** Why it ended, if its host or the cluster ended it. */
  endReason?: string | undefined;
  /** Whether it ended because it was deleted, not because its guest or host failed. */
  isSwitchedOff?: boolean | undefined;
  createdAt?: Date | undefined;
}

/** An end that the operator causes. */
export interface RunEnd {
  at: Date;
  reason: string;
  /** Whether no machine may run after this time, including one that was unknown before. */
  isFinal?: boolean | undefined;
}

/** Number of unsettled closed runs at which a workload does not start until billing has caught up. */
const MOST_UNSETTLED_RUNS = 64;

/** The newest runs are kept after settlement, because they show repeated crashes. */
const RUNS_KEPT = 8;

/**
 * Returns the run ledger updated with the observed machine. A run opens with the machine's transition to Running and
 * closes once, at the earlier of our own end and the machine's. Recorded facts never change.
 */
export function recordRuns(runs: readonly Run[], machine: SeenMachine | undefined, end?: RunEnd): Run[] {
  const known = runs.map((run) => closeRun(run, machine, end));
  return [...known, ...newRun(runs, machine, end?.isFinal === true ? end : undefined)];
}

/**
 * Records on closed runs when their machine was gone: at `goneAt` if no machine is left, otherwise at the creation of the machine
 * that replaced it. That may be long ago if the operator was down.
 */
export function recordGone(runs: readonly Run[], machine: SeenMachine | undefined, goneAt: Date): Run[] {
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
 * Sorts runs oldest first, because the API server may merge them in any order. KubeVirt reports starts only to the second:
 * of two in the same second, the one that ended first is older.
 */
export function inOrder(runs: readonly Run[]): Run[] {
  const end = ({ stoppedAt }: Run): number =>
    stoppedAt === undefined ? Number.MAX_VALUE : Date.parse(stoppedAt);
  return runs.toSorted(
    (a, b) => Date.parse(a.startedAt) - Date.parse(b.startedAt) || end(a) - end(b) || (a.id < b.id ? -1 : 1),
  );
}

/** Drops old runs before the last settled one, which stays as a marker. */
export function pruneRuns(runs: readonly Run[], settledRun: string | undefined): Run[] {
  const settled = runs.findIndex(({ id }) => id === settledRun);
  return runs.slice(Math.max(Math.min(settled, runs.length - RUNS_KEPT), 0));
}

/** Returns whether the machine must not start until billing has settled more runs. */
export function isLedgerFull({ runs = [], billing }: WorkloadStatus = {}): boolean {
  return unsettledRuns(inOrder(runs), billing?.settledRun) >= MOST_UNSETTLED_RUNS;
}

export function unsettledRuns(runs: readonly Run[], settledRun: string | undefined): number {
  const settled = runs.findIndex(({ id }) => id === settledRun);
  return runs.slice(settled + 1).filter(({ stoppedAt }) => stoppedAt !== undefined).length;
}

/** Only a final end closes a new run: the end before a restart belongs to the previous run. */
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

/** A machine that was switched off ended for our reason, whichever end is observed first. */
function machineEnd(machine: SeenMachine, end: RunEnd | undefined): RunEnd | undefined {
  const asked = machine.isSwitchedOff === true ? end?.reason : undefined;
  return (
    machine.overSince && {
      at: machine.overSince,
      reason: machine.endReason ?? asked ?? workloadReasons.machineEnded,
    }
  );
}

/** Another machine runs in its place, so this run ended no later than that one's start. */
function machineReplaced(machine: SeenMachine | undefined): RunEnd | undefined {
  return machine?.runningSince && { at: machine.runningSince, reason: workloadReasons.machineEnded };
}
