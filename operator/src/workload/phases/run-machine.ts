import { phaseOf } from '@gpulease/crds';
import type { WorkloadPhase } from '@gpulease/crds';
import type { Secret } from '@gpulease/kube';
import type { VirtualMachine } from '@gpulease/kube/kubevirt';
import { buildSecret, digestOf } from '../../kubevirt/cloud-init.ts';
import {
  HALTED,
  RUNNING,
  SECRET_ANNOTATION,
  buildVirtualMachine,
  isOff,
  isStartAsked,
} from '../../kubevirt/virtual-machine.ts';
import type { WorkloadContext } from '../context.ts';
import { isRunClosed } from '../machine/machine-state.ts';
import { machineOf } from '../machine/machine.ts';
import type { Scope } from '../scope.ts';
import { nextPhase } from '../status/status.ts';
import type { Decision } from '../status/status.ts';

const ON: readonly WorkloadPhase[] = ['Starting', 'Running'];

/**
 * Switches the VirtualMachine on or off, either only when the phase that says so is written down: nothing runs of which the
 * status knows nothing, and no run ends before the status says why.
 */
export async function runMachine(scope: Scope, context: WorkloadContext, decision: Decision): Promise<void> {
  const isOn = ON.includes(phaseOf(scope.workload));
  const staysOn = ON.includes(nextPhase(scope, decision));
  if ((!isOn && !staysOn) || isToBeCleared(scope) || context.lostStarts.isDue(scope)) {
    await switchOff(scope, context);
    return;
  }
  if (isOn && staysOn && decision.attempt.isWithheld !== true) await switchOn(scope, context);
}

/** A machine whose run is closed has to go before the next can come; one that has crashed KubeVirt clears away itself. */
function isToBeCleared(scope: Scope): boolean {
  const { machine } = scope;
  return machine !== undefined && machine.status?.phase !== 'Failed' && isRunClosed(scope);
}

async function switchOff({ virtualMachine }: Scope, { children }: WorkloadContext): Promise<void> {
  if (virtualMachine === undefined || virtualMachine.metadata.deletionTimestamp !== undefined) return;
  // For its sake KubeVirt would switch on again what is halted.
  if (isStartAsked(virtualMachine)) {
    await children.virtualMachines.patchStatus(virtualMachine, { stateChangeRequests: null });
  }
  if (virtualMachine.spec.runStrategy === HALTED) return;
  // The scope keeps it as it was: whether it is off is for the next look, for KubeVirt may have started it during this one.
  await children.virtualMachines.patch(virtualMachine, { spec: { runStrategy: HALTED } });
}

async function switchOn(scope: Scope, { children }: WorkloadContext): Promise<void> {
  const machine = machineOf(scope);
  const { virtualMachine } = scope;
  if (machine === undefined || isGoingOff(scope)) return;
  const secret = buildSecret(machine);
  if (secret !== undefined && isSecretDue(virtualMachine, secret)) {
    await children.secrets.ensure(undefined, secret);
  }
  const wanted = buildVirtualMachine(machine, secret);
  scope.virtualMachine = await children.virtualMachines.ensure(virtualMachine, wanted);
}

function isGoingOff({ virtualMachine, rootDisk }: Scope): boolean {
  return virtualMachine?.spec.runStrategy === HALTED && !isOff(virtualMachine, rootDisk);
}

/** It is written before every start, for somebody may have deleted it, and when what it says has changed. */
function isSecretDue(virtualMachine: VirtualMachine | undefined, secret: Secret): boolean {
  if (virtualMachine?.spec.runStrategy !== RUNNING) return true;
  return virtualMachine.metadata.annotations?.[SECRET_ANNOTATION] !== digestOf(secret);
}
