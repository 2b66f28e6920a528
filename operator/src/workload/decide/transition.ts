import { phaseOf, type WorkloadPhase } from '@gpulease/crds';
import type { Cause, Transition } from '../causes/cause.ts';
import { causes } from '../causes/causes.ts';
import type { Scope } from '../scope.ts';

/** All facts that decide a workload's phase, observed at one time. */
export interface Observed {
  /** The workload is being deleted. */
  deleting: boolean;
  /** Its VirtualMachineInstance and its pod are gone, and none can follow. */
  machineGone: boolean;
  /** All objects made for it are gone. */
  childrenGone: boolean;
  /** It must not wait, start or run: switched off, not funded, frozen, tenant suspended. */
  stop?: Cause | undefined;
  /** Its run is over: runway or term ended, guest powered off, notice expired. */
  end?: Cause | undefined;
  /** The order can never be fulfilled. */
  impossible?: Cause | undefined;
  /** No place was found for a new order that may not wait. */
  soldOut?: Cause | undefined;
  /** Why a Pending workload waits. */
  waiting: Cause;
  /** A place was found, and it may start there. */
  placed: boolean;
  /** The assigned place is no longer available. */
  slotLost?: Cause | undefined;
  /** Due, and its prerequisites exist. */
  mayBegin: boolean;
  /** The present start resulted in a running machine. */
  running: boolean;
  /** The machine cannot start there: kube-scheduler, CDI or the API server refuses. */
  refused?: Cause | undefined;
  /** A start or a run failed permanently. */
  failure?: Cause | undefined;
  /** The data on its disk is lost. */
  diskLost?: Cause | undefined;
  /** A restart was requested, or KubeVirt replaced the machine. */
  restart?: Cause | undefined;
  /** It should run on another node, where room is kept for it. */
  move?: Cause | undefined;
  /** Switched on, funded or awaiting billing, and not halted. */
  mayStart: boolean;
}

interface Rule {
  to: WorkloadPhase;
  when: (observed: Observed) => Cause | undefined;
}

const destroy: Rule = {
  to: 'Destroying',
  when: ({ deleting }) => (deleting ? causes.destroyRequested : undefined),
};
const fail: Rule = { to: 'Failed', when: ({ failure }) => failure && { ...failure, halt: failure.reason } };
/** Halts the workload, so that its owner learns of the loss and must request the start with a new disk. */
const loseDisk: Rule = {
  to: 'Failed',
  when: ({ diskLost }) => diskLost && { ...diskLost, halt: diskLost.reason },
};
const stopBeforeStart: Rule = { to: 'Stopped', when: ({ stop }) => stop };
const stopMachine: Rule = { to: 'Stopping', when: ({ stop, end }) => stop ?? end };
const startAgain: Rule = {
  to: 'Pending',
  when: ({ mayStart, machineGone, waiting }) => (mayStart && machineGone ? waiting : undefined),
};

/** The phase table: the transitions out of each phase; the first match wins. Other transitions do not exist. */
const rules: Record<WorkloadPhase, Rule[]> = {
  Pending: [
    destroy,
    stopBeforeStart,
    loseDisk,
    { to: 'Failed', when: ({ impossible }) => impossible && { ...impossible, halt: impossible.reason } },
    { to: 'Stopped', when: ({ soldOut }) => soldOut },
    { to: 'Scheduled', when: ({ placed }) => (placed ? causes.scheduled : undefined) },
  ],
  Scheduled: [
    destroy,
    stopBeforeStart,
    loseDisk,
    { to: 'Pending', when: ({ slotLost }) => slotLost },
    { to: 'Starting', when: ({ mayBegin }) => (mayBegin ? causes.starting : undefined) },
  ],
  Starting: [
    destroy,
    stopMachine,
    loseDisk,
    fail,
    { to: 'Running', when: ({ running }) => (running ? causes.running : undefined) },
    { to: 'Pending', when: ({ refused }) => refused },
  ],
  Running: [
    destroy,
    stopMachine,
    loseDisk,
    fail,
    { to: 'Stopping', when: ({ move }) => move },
    { to: 'Starting', when: ({ restart }) => restart },
  ],
  Stopping: [
    destroy,
    { to: 'Stopped', when: ({ machineGone }) => (machineGone ? causes.stopped : undefined) },
  ],
  Stopped: [destroy, loseDisk, startAgain],
  Failed: [destroy, startAgain],
  Destroying: [
    { to: 'Destroyed', when: ({ childrenGone }) => (childrenGone ? causes.destroyed : undefined) },
  ],
  Destroyed: [],
};

/**
 * Returns the next phase to write, or undefined if it stays. A workload that is placed and may begin skips Scheduled: writing a
 * phase that lasts no time would be useless.
 */
export function nextTransition(phase: WorkloadPhase, observed: Observed): Transition | undefined {
  const next = transition(phase, observed);
  return next?.phase === 'Scheduled' ? (transition('Scheduled', observed) ?? next) : next;
}

/** Returns the phase that follows `phase`, or undefined if it stays. */
export function transition(phase: WorkloadPhase, observed: Observed): Transition | undefined {
  for (const { to, when } of rules[phase]) {
    const cause = when(observed);
    if (cause !== undefined) return { phase: to, ...cause };
  }
  return undefined;
}

/** The outcome of a reconciliation. */
export interface Decision {
  observed: Observed;
  /** Undefined if the phase stays. */
  transition: Transition | undefined;
  /** A failed action to report. */
  failure?: Cause | undefined;
  /** What is wrong while the phase stays. */
  standingFailure?: Cause | undefined;
}

export function nextPhase(
  { workload }: Pick<Scope, 'workload'>,
  { transition }: Pick<Decision, 'transition'>,
): WorkloadPhase {
  return transition?.phase ?? phaseOf(workload);
}
