import { phaseOf, type WorkloadPhase } from '@gpulease/crds';
import type { Secret } from '@gpulease/kube';
import type { VirtualMachine } from '@gpulease/kube/kubevirt';
import type { KeptVirtualMachine } from '../../kept/kept.ts';
import { buildSecret, digestOf } from '../../kubevirt/cloud-init.ts';
import { takeBack } from '../../kubevirt/foreign-fields.ts';
import {
  HALTED,
  RUNNING,
  SECRET_ANNOTATION,
  buildVirtualMachine,
  isOff,
  isStartRequested,
} from '../../kubevirt/virtual-machine.ts';
import type { WorkloadContext } from '../context.ts';
import { nextPhase, type Decision } from '../decide/transition.ts';
import { pausedBy } from '../decide/retry.ts';
import { isDiskLeftBehind } from '../disk/lost-disk.ts';
import { isRunClosed } from '../machine/machine-state.ts';
import { machineOf } from '../machine/desired-machine.ts';
import type { Scope } from '../scope.ts';
import { refusals } from '../causes/causes.ts';
import { attempt, type Changes } from './changes.ts';

const ON: readonly WorkloadPhase[] = ['Starting', 'Running'];

/**
 * Switches the VirtualMachine on or off, but only after the corresponding phase is written: nothing runs that is not in the
 * status, and no run ends before the status states why.
 */
export async function runMachine(
  scope: Scope,
  context: WorkloadContext,
  decision: Decision,
): Promise<Changes> {
  const isOn = ON.includes(phaseOf(scope.workload));
  const staysOn = ON.includes(nextPhase(scope, decision));
  if ((!isOn && !staysOn) || isToBeCleared(scope) || context.memory.isLostStartDue(scope)) {
    return switchOff(scope, context);
  }
  const isHeldUp = scope.failures.length > 0 || pausedBy(scope) !== undefined;
  return isOn && staysOn && !isHeldUp ? switchOn(scope, context) : {};
}

/** A machine whose run is closed must be gone before the next one starts; KubeVirt itself deletes crashed ones. */
function isToBeCleared(scope: Scope): boolean {
  const { machine } = scope;
  return machine !== undefined && machine.status?.phase !== 'Failed' && isRunClosed(scope);
}

/** Returns no changed machine: KubeVirt may have started it in the meantime, so the next reconcile checks whether it is off. */
async function switchOff({ virtualMachine }: Scope, { children }: WorkloadContext): Promise<Changes> {
  if (virtualMachine === undefined || virtualMachine.metadata.deletionTimestamp !== undefined) {
    return {};
  }
  return attempt(refusals.stopRefused, async () => {
    // A pending start request would make KubeVirt start the halted machine again.
    if (isStartRequested(virtualMachine)) {
      await children.virtualMachines.patchStatus(virtualMachine, { stateChangeRequests: null });
    }
    if (virtualMachine.spec.runStrategy !== HALTED) {
      await children.virtualMachines.patch(virtualMachine, { spec: { runStrategy: HALTED } });
    }
  });
}

async function switchOn(scope: Scope, { children }: WorkloadContext): Promise<Changes> {
  const machine = machineOf(scope);
  const { virtualMachine, rootDisk } = scope;
  const isGoingOff = virtualMachine?.spec.runStrategy === HALTED && !isOff(virtualMachine, rootDisk);
  if (machine === undefined || isGoingOff || isDiskLeftBehind(scope)) return {};
  const secret = buildSecret(machine);
  if (secret !== undefined && isSecretDue(virtualMachine, secret)) {
    const written = await attempt(refusals.secretRefused, async () => {
      await children.secrets.ensure(undefined, secret);
    });
    if (written.failures !== undefined) return written;
  }
  return attempt(refusals.virtualMachineRefused, async () => {
    const wanted = buildVirtualMachine(machine, secret);
    const own = await withoutStrangers(virtualMachine, wanted, children);
    return { virtualMachine: await children.virtualMachines.ensure(own, wanted) };
  });
}

/** Removes foreign fields at each start only, so that a webhook that adds fields to every machine causes no endless rewrites. */
async function withoutStrangers(
  actual: KeptVirtualMachine | undefined,
  wanted: VirtualMachine,
  { virtualMachines }: WorkloadContext['children'],
): Promise<KeptVirtualMachine | undefined> {
  if (actual === undefined || actual.spec.runStrategy === RUNNING) return actual;
  const change = takeBack(wanted.spec, actual.spec);
  return change === undefined ? actual : virtualMachines.patch(actual, { spec: change });
}

/** The Secret is written before every start, in case it was deleted, and whenever its content changes. */
function isSecretDue(virtualMachine: KeptVirtualMachine | undefined, secret: Secret): boolean {
  if (virtualMachine?.spec.runStrategy !== RUNNING) return true;
  return virtualMachine.metadata.annotations?.[SECRET_ANNOTATION] !== digestOf(secret);
}
