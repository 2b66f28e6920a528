import type { VirtualMachine } from '@gpulease/kube/kubevirt';

export type StateChangeRequest = NonNullable<
  NonNullable<VirtualMachine['status']>['stateChangeRequests']
>[number];

/** Facts about an instance that determine its machine's next power step. */
export interface InstanceFacts {
  uid: string;
  phase: string;
  isDeleting: boolean;
}

export interface PowerSituation {
  runStrategy: string;
  /** Last recorded runStrategy. */
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
  /** Delete the instance and request a start. */
  | 'Rerun'
  /** Set the runStrategy to Always. */
  | 'SwitchOn';

/** Returns KubeVirt's next step for a machine. `requests` are the pending ones. */
export function nextPowerStep({ runStrategy, lastSeen, requests, instance }: PowerSituation): PowerStep {
  if (instance?.isDeleting) return 'Nothing';
  const rule = rules[runStrategy];
  const asked = requests[0]?.action;
  if (rule === undefined) return 'Nothing';
  if (instance !== undefined) return rule.on({ phase: instance.phase, isStopAsked: asked === 'Stop' });
  return rule.off({ isNew: lastSeen !== runStrategy, isStartAsked: asked === 'Start' });
}

interface Rule {
  /** Step without an instance; `isNew` if the runStrategy has just changed. */
  off(machine: { isNew: boolean; isStartAsked: boolean }): PowerStep;
  /** Step with an instance. */
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

/** Returns the incomplete requests: a stop until its instance is gone, a start until an instance is alive. */
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
 * Returns the runStrategy to record: the current one, once the machine has ever started. KubeVirt records it even if the start
 * that it requires fails to happen, and then waits for another change.
 */
export function seenRunStrategy({ runStrategy, lastSeen, instance }: PowerSituation): string | undefined {
  return lastSeen === undefined && instance === undefined ? undefined : runStrategy;
}

/** Returns the runStrategy of a machine, derived from `running` if absent. */
export function runStrategyOf({ spec }: VirtualMachine): string {
  if (spec.runStrategy !== undefined) return spec.runStrategy;
  return spec.running === true ? 'Always' : 'Halted';
}
