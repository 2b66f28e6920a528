import { phaseOf, type WorkloadPhase } from '@gpulease/crds';
import type { Cause, Transition } from '../causes/cause.ts';
import { causes } from '../causes/causes.ts';
import type { Scope } from '../scope.ts';

/** All that decides a workload's phase, as seen at one moment. */
export interface Observed {
  /** The workload is being deleted. */
  deleting: boolean;
  /** Neither its VirtualMachineInstance nor its pod is left. */
  machineGone: boolean;
  /** Nothing that was made for it is left. */
  childrenGone: boolean;
  /** It must neither wait, start nor run: switched off, not funded, frozen, tenant suspended. */
  stop?: Cause | undefined;
  /** Its run is over: runway or term at its end, guest powered off, a notice over. */
  end?: Cause | undefined;
  /** It can never work as ordered. */
  impossible?: Cause | undefined;
  /** No place was found for a new order that may not wait for one. */
  soldOut?: Cause | undefined;
  /** What keeps a pending one waiting. */
  waiting: Cause;
  /** A place for it was found, and it may be started there. */
  placed: boolean;
  /** The place it was given is not available any more. */
  slotLost?: Cause | undefined;
  /** Its time has come, and what it needs before the start exists. */
  mayBegin: boolean;
  /** The present start gave a machine that runs. */
  running: boolean;
  /** The machine cannot be made there: kube-scheduler does not take it, or the API server does not. */
  refused?: Cause | undefined;
  /** A start or a run failed permanently. */
  failure?: Cause | undefined;
  /** What was on its disk is lost. */
  diskLost?: Cause | undefined;
  /** A restart was asked for, or KubeVirt has replaced the machine. */
  restart?: Cause | undefined;
  /** It is to run on another node, where room is kept for it. */
  move?: Cause | undefined;
  /** Switched on, funded or to be funded when billing can, and nothing that was latched stands against a new start. */
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
/** Nobody takes the disk that is in its place for the old one: its owner is told, and has to ask for the next start. */
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
 * The phase to be written next, or undefined when it stays. One that has a place and may begin starts at once: that it was
 * Scheduled for no time at all would be a write that tells nobody anything.
 */
export function nextTransition(phase: WorkloadPhase, observed: Observed): Transition | undefined {
  const next = transition(phase, observed);
  return next?.phase === 'Scheduled' ? (transition('Scheduled', observed) ?? next) : next;
}

/** The phase that follows `phase`, or undefined when it stays. A workload without a phase is Pending. */
export function transition(phase: WorkloadPhase, observed: Observed): Transition | undefined {
  for (const { to, when } of rules[phase]) {
    const cause = when(observed);
    if (cause !== undefined) return { phase: to, ...cause };
  }
  return undefined;
}

/** What this reconciliation came to. */
export interface Decision {
  observed: Observed;
  /** Absent: the phase stays. */
  transition: Transition | undefined;
  /** What could not be done and is worth telling. */
  failure?: Cause | undefined;
  /** What is wrong though the phase stays. */
  standingFailure?: Cause | undefined;
}

export function nextPhase(
  { workload }: Pick<Scope, 'workload'>,
  { transition }: Pick<Decision, 'transition'>,
): WorkloadPhase {
  return transition?.phase ?? phaseOf(workload);
}
