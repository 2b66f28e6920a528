import type { VirtualMachine, VirtualMachineInstance } from '@gpulease/kube/kubevirt';
import { isFinal, runStrategyOf, type StateChangeRequest } from '../virtual-machine/power.ts';
import { conflict, Refusal } from './refusal.ts';

export type PowerAction = 'start' | 'stop' | 'restart';

export interface PowerOptions {
  /** Grace period of a stop, in seconds. */
  gracePeriod?: number;
  /** Grace period of a restart: 0 or absent. */
  gracePeriodSeconds?: number;
}

export interface PowerTarget {
  virtualMachine: VirtualMachine;
  instance: VirtualMachineInstance | undefined;
}

/** Changes that an accepted request makes. */
export interface PowerChange {
  runStrategy?: 'Always' | 'Halted';
  /** The machine's new requests. */
  requests?: StateChangeRequest[];
  /** The guest's new grace period for a shutdown, in seconds. */
  graceSeconds?: number;
}

/** Returns the change that virt-api makes on `start`, `stop` or `restart`. Throws Refusal. */
export function powerChange(action: PowerAction, target: PowerTarget, options: PowerOptions): PowerChange {
  if (action === 'start') return start(target);
  return action === 'stop' ? stop(target, options) : restart(target, options);
}

function start({ virtualMachine, instance }: PowerTarget): PowerChange {
  const runStrategy = runStrategyOf(virtualMachine);
  const phase = instance?.status?.phase;
  if (runStrategy === 'Halted') return { runStrategy: 'Always' };
  if (!takesRequests(runStrategy)) throw conflict(`${runStrategy} does not support manual start requests`);
  if (runStrategy === 'RerunOnFailure' && phase === 'Failed') {
    throw conflict('RerunOnFailure does not support starting VM from failed state');
  }
  if (instance !== undefined && !isFinal(phase)) throw conflict('VM is already running');
  refuseWhileUnderway(virtualMachine);
  const stops = instance === undefined ? [] : [stopRequest(instance)];
  return { requests: [...stops, { action: 'Start' }] };
}

function stop({ virtualMachine, instance }: PowerTarget, { gracePeriod }: PowerOptions): PowerChange {
  const runStrategy = runStrategyOf(virtualMachine);
  const grace = gracePeriod === undefined ? {} : { graceSeconds: gracePeriod };
  if (instance === undefined) throw conflict('VM is not running');
  if (runStrategy === 'Halted') {
    if (gracePeriod !== undefined && gracePeriod < graceOf(instance)) return grace;
    throw conflict('Halted only supports manual stop requests with a shorter graceperiod');
  }
  if (!takesRequests(runStrategy)) return { runStrategy: 'Halted', ...grace };
  refuseWhileUnderway(virtualMachine);
  return { requests: [stopRequest(instance)], ...grace };
}

function restart(
  { virtualMachine, instance }: PowerTarget,
  { gracePeriodSeconds }: PowerOptions,
): PowerChange {
  const runStrategy = runStrategyOf(virtualMachine);
  if (gracePeriodSeconds !== undefined && gracePeriodSeconds !== 0) {
    const message = `Currently only gracePeriod=0 is supported, not ${gracePeriodSeconds}`;
    throw new Refusal(400, 'BadRequest', message);
  }
  if (runStrategy === 'Halted' || runStrategy === 'Once') {
    throw conflict(`RunStrategy ${runStrategy} does not support manual restart requests`);
  }
  if (instance === undefined || isFinal(instance.status?.phase)) throw conflict('VM is not running');
  refuseWhileUnderway(virtualMachine);
  const grace = gracePeriodSeconds === 0 ? { graceSeconds: 1 } : {};
  return { requests: [stopRequest(instance), { action: 'Start' }], ...grace };
}

function takesRequests(runStrategy: string): boolean {
  return runStrategy === 'Manual' || runStrategy === 'RerunOnFailure';
}

function refuseWhileUnderway({ status }: VirtualMachine): void {
  if ((status?.stateChangeRequests ?? []).length === 0) return;
  throw new Refusal(500, 'InternalError', 'unable to complete request: stop/start already underway');
}

function stopRequest({ metadata: { uid } }: VirtualMachineInstance): StateChangeRequest {
  return { action: 'Stop', ...(uid === undefined ? {} : { uid }) };
}

function graceOf({ spec }: VirtualMachineInstance): number {
  return spec.terminationGracePeriodSeconds ?? 30;
}
