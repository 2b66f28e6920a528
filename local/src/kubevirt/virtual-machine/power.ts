import type { VirtualMachine } from '@gpulease/kube/kubevirt';

export type StateChangeRequest = NonNullable<
  NonNullable<VirtualMachine['status']>['stateChangeRequests']
>[number];

/** What a VirtualMachineInstance means for its machine's power. */
export interface InstanceFacts {
  uid: string;
  phase: string;
  isDeleting: boolean;
}

export interface PowerSituation {
  runStrategy: string;
  /** The runStrategy that was noted last. */
  lastSeen: string | undefined;
  requests: readonly StateChangeRequest[];
  instance: InstanceFacts | undefined;
}

export type PowerStep =
  | 'Nothing'
  /** Create the instance. */
  | 'Start'
  /** Delete the instance. */
  | 'Stop'
  /** Delete the instance and ask for a start. */
  | 'Rerun'
  /** Set the runStrategy to Always. */
  | 'SwitchOn';

/** What KubeVirt does next with a machine of this runStrategy. `requests` are the pending ones. */
export function nextPowerStep({ runStrategy, lastSeen, requests, instance }: PowerSituation): PowerStep {
  if (instance?.isDeleting) return 'Nothing';
  const rule = rules[runStrategy];
  const asked = requests[0]?.action;
  if (rule === undefined) return 'Nothing';
  if (instance !== undefined) return rule.on({ phase: instance.phase, isStopAsked: asked === 'Stop' });
  return rule.off({ isNew: lastSeen !== runStrategy, isStartAsked: asked === 'Start' });
}

interface Rule {
  /** Without an instance; `isNew`: the machine has just got this runStrategy. */
  off(machine: { isNew: boolean; isStartAsked: boolean }): PowerStep;
  /** With an instance. */
  on(instance: { phase: string; isStopAsked: boolean }): PowerStep;
}

const rules: Readonly<Record<string, Rule>> = {
  Always: {
    off: () => 'Start',
    on: ({ phase, isStopAsked }) => (isStopAsked || isFinal(phase) ? 'Stop' : 'Nothing'),
  },
  RerunOnFailure: {
    off: ({ isNew, isStartAsked }) => (isNew || isStartAsked ? 'Start' : 'Nothing'),
    on: ({ phase, isStopAsked }) => {
      if (phase === 'Failed' && !isStopAsked) return 'Rerun';
      return isStopAsked || isFinal(phase) ? 'Stop' : 'Nothing';
    },
  },
  Manual: {
    off: ({ isStartAsked }) => (isStartAsked ? 'Start' : 'Nothing'),
    on: ({ isStopAsked }) => (isStopAsked ? 'Stop' : 'Nothing'),
  },
  Halted: {
    off: ({ isStartAsked }) => (isStartAsked ? 'SwitchOn' : 'Nothing'),
    on: () => 'Stop',
  },
  Once: {
    off: ({ isNew }) => (isNew ? 'Start' : 'Nothing'),
    on: () => 'Nothing',
  },
};

/** Whether an instance in this phase has ended. */
export function isFinal(phase: string | undefined): boolean {
  return phase === 'Succeeded' || phase === 'Failed';
}

/** The requests that are not done yet: a stop until its instance is gone, a start until an instance lives. */
export function pendingRequests(
  requests: readonly StateChangeRequest[],
  instance: InstanceFacts | undefined,
): StateChangeRequest[] {
  const isAlive = instance !== undefined && !instance.isDeleting && !isFinal(instance.phase);
  const stops = requests.filter(({ action, uid }) => action === 'Stop' && uid === instance?.uid);
  const starts = requests.filter(({ action }) => action === 'Start');
  return isAlive && stops.length === 0 ? [] : [...stops.slice(0, 1), ...starts.slice(0, 1)];
}

/**
 * The runStrategy to note as seen: the present one, once the machine was ever started. KubeVirt notes it even when the start
 * that it asks for does not come about, and then waits for another to be set.
 */
export function seenRunStrategy({ runStrategy, lastSeen, instance }: PowerSituation): string | undefined {
  return lastSeen === undefined && instance === undefined ? undefined : runStrategy;
}

/** The runStrategy of a machine, also where it only says `running`. */
export function runStrategyOf({ spec }: VirtualMachine): string {
  if (spec.runStrategy !== undefined) return spec.runStrategy;
  return spec.running === true ? 'Always' : 'Halted';
}
