/** What is remembered of a machine that is stopped when idle, from one look to the next. Pure. */
import { isDeepStrictEqual } from 'node:util';
import { openRunOf, phaseOf, type IdleRule, type Workload } from '@gpulease/crds';
import { dateOf, isDeleting, MINUTE_MS } from '@gpulease/kube';
import type { Load } from './question.ts';

/** A machine whose GPUs are looked at. */
export interface WatchedMachine {
  /** Of its VirtualMachine. */
  readonly key: string;
  /** The id of its run; another one is another machine. */
  readonly run: string;
  readonly rule: IdleRule;
  readonly gpus: number;
  /** What its status says, which counts where the operator before us wrote it just now. */
  readonly idleSince: Date | undefined;
}

export interface Note {
  readonly run: string;
  readonly rule: IdleRule;
  /** The last look. */
  readonly seenAt: Date;
  /** Since when all its GPUs have been idle at each look. */
  readonly since: Date | undefined;
  /** Since when there have been no measures of all of them; undefined where there are. */
  readonly missingSince: Date | undefined;
}

/** A look at all machines. */
export interface Look {
  readonly at: Date;
  /** It leaves no gap to the look before. */
  readonly isContinuous: boolean;
}

/** undefined for one that no idle rule concerns now. */
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

/** What is not measured is not idle, and neither is a machine that lacks the measures of a single GPU. */
export function noteAfter(before: Note | undefined, machine: WatchedMachine, load: Load, look: Look): Note {
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

function idleFrom(known: Note | undefined, machine: WatchedMachine, { at, isContinuous }: Look): Date {
  if (!isContinuous) return at;
  return (known ?? { since: machine.idleSince }).since ?? at;
}

export function isOf({ run, rule }: Note, machine: WatchedMachine): boolean {
  return run === machine.run && isDeepStrictEqual(rule, machine.rule);
}

/** Whether it has been idle for as long as its rule says, by what was seen. */
export function isOver({ rule, since, seenAt }: Note): boolean {
  return since !== undefined && seenAt.getTime() - since.getTime() >= rule.minutes * MINUTE_MS;
}
