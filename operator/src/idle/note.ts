/** Carries the idle state of a machine from one query to the next. Pure. */
import { isDeepStrictEqual } from 'node:util';
import { openRunOf, phaseOf, type IdleRule, type Workload } from '@gpulease/crds';
import { dateOf, isDeleting, MINUTE_MS } from '@gpulease/kube';
import type { Load } from './question.ts';

/** A machine whose GPUs are watched. */
export interface WatchedMachine {
  /** The key of its VirtualMachine. */
  readonly key: string;
  /** The ID of its run; another run counts as another machine. */
  readonly run: string;
  readonly rule: IdleRule;
  readonly gpus: number;
  /** The value in its status, which counts if the previous operator has just written it. */
  readonly idleSince: Date | undefined;
}

export interface Note {
  readonly run: string;
  readonly rule: IdleRule;
  /** Time of the last query. */
  readonly seenAt: Date;
  /** Since when all its GPUs have been idle at every query. */
  readonly since: Date | undefined;
  /** Since when the measures have been incomplete; undefined while they are complete. */
  readonly missingSince: Date | undefined;
}

/** A query of all machines. */
export interface GpuQuery {
  readonly at: Date;
  /** Whether there is no gap since the previous query. */
  readonly isContinuous: boolean;
}

/** Returns the machine to watch; undefined if no idle rule applies to it now. */
export function watchedMachine(workload: Workload): WatchedMachine | undefined {
  const rule = workload.spec.schedule?.idle;
  if (rule === undefined || phaseOf(workload) !== 'Running' || isDeleting(workload)) return undefined;
  const machine = machineWithGpus(workload);
  return machine && { ...machine, rule, idleSince: idleSinceOf(workload, rule) };
}

function machineWithGpus({
  metadata,
  status = {},
}: Workload): Pick<WatchedMachine, 'key' | 'run' | 'gpus'> | undefined {
  const { virtualMachine, resources, runs = [] } = status;
  const run = openRunOf(runs);
  const gpus = resources?.gpu?.count;
  if (virtualMachine === undefined || run === undefined || gpus === undefined) return undefined;
  return { key: `${metadata.namespace}/${virtualMachine}`, run: run.id, gpus };
}

function idleSinceOf({ status }: Workload, rule: IdleRule): Date | undefined {
  const { idle, idleSince } = status?.schedule ?? {};
  return isDeepStrictEqual(idle, rule) ? dateOf(idleSince) : undefined;
}

/** Returns the note after a query. A machine that lacks the measures of even one GPU is not idle. */
export function noteAfter(
  before: Note | undefined,
  machine: WatchedMachine,
  load: Load,
  look: GpuQuery,
): Note {
  const { run, rule } = machine;
  const known = before && isOf(before, machine) ? before : undefined;
  const isMeasured = load.gpus >= machine.gpus;
  const isIdle = isMeasured && load.highest < rule.gpuPercent;
  return {
    run,
    rule,
    seenAt: look.at,
    since: isIdle ? idleFrom(known, machine, look) : undefined,
    missingSince: isMeasured ? undefined : (known?.missingSince ?? look.at),
  };
}

function idleFrom(known: Note | undefined, machine: WatchedMachine, { at, isContinuous }: GpuQuery): Date {
  if (!isContinuous) return at;
  return (known ?? { since: machine.idleSince }).since ?? at;
}

export function isOf({ run, rule }: Note, machine: WatchedMachine): boolean {
  return run === machine.run && isDeepStrictEqual(rule, machine.rule);
}

/** Whether the observed idle time has reached the limit of the rule. */
export function isOver({ rule, since, seenAt }: Note): boolean {
  return since !== undefined && seenAt.getTime() - since.getTime() >= rule.minutes * MINUTE_MS;
}
