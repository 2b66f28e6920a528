import { isConflict, isNotFound, tolerate } from '@gpulease/kube';
import type { WorkloadContext } from '../context.ts';
import { nextPhase, type Decision } from '../decide/transition.ts';
import { isMachineGone, type Scope } from '../scope.ts';
import { refusals } from '../causes/causes.ts';
import { attempt, type Changes } from './changes.ts';
import { isToBeDestroyed } from '../decide/may-run.ts';
import { graceSeconds, isStuck } from '../machine/leftover.ts';

/** Deletes what was made for a workload that is being destroyed, once its machine is gone. */
export async function cleanUp(scope: Scope, context: WorkloadContext, decision: Decision): Promise<Changes> {
  if (nextPhase(scope, decision) !== 'Destroying' || !isMachineGone(scope)) return {};
  return attempt(refusals.deletionRefused, () => removeAll(scope, context));
}

async function removeAll(scope: Scope, { children }: WorkloadContext): Promise<void> {
  const { virtualMachine, workload } = scope;
  if (virtualMachine !== undefined && virtualMachine.metadata.deletionTimestamp === undefined) {
    await children.secrets.removeUnseen({ namespace: workload.metadata.namespace, name: scope.child });
  }
  await Promise.all([
    children.virtualMachines.remove(virtualMachine),
    children.services.remove(scope.service),
    children.services.remove(scope.webService),
    children.networkPolicies.remove(scope.networkPolicy),
    children.ingresses.remove(scope.ingress),
  ]);
  // The disk is deleted with its VirtualMachine; an orphaned one is deleted here.
  if (virtualMachine === undefined) await children.dataVolumes.remove(scope.rootDisk);
}

/** Deletes this very workload, not a namesake, when its owner wants it gone once it is interrupted. */
export async function destroyInterrupted(scope: Scope, { workloads }: WorkloadContext): Promise<Changes> {
  if (!isToBeDestroyed(scope)) return {};
  const { metadata } = scope.workload;
  // It may be gone already, or another one may have its name by now.
  return attempt(refusals.deletionRefused, () =>
    tolerate(workloads.delete(metadata, { uid: metadata.uid }), isNotFound, isConflict),
  );
}

/**
 * Asks KubeVirt to switch off a machine at once that has not gone in its time (`virtctl stop --force --grace-period=0`).
 * That is as far as we go: finalizers stay, and no pod is deleted by force, for the machine may still run.
 */
export async function forceStop(scope: Scope, { children }: WorkloadContext): Promise<Changes> {
  const { machine, virtualMachine } = scope;
  if (!isStuck(scope) || machine === undefined || graceSeconds(scope) === 0) return {};
  if (virtualMachine?.spec.runStrategy !== 'Halted') return {};
  // It may have ended, or been told so, meanwhile.
  return attempt(refusals.stopRefused, () =>
    tolerate(children.powerOff(virtualMachine), isConflict, isNotFound),
  );
}
