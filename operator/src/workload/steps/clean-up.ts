import { isConflict, isNotFound, tolerate } from '@gpulease/kube';
import type { WorkloadContext } from '../context.ts';
import { nextPhase, type Decision } from '../decide/transition.ts';
import { isMachineGone, type Scope } from '../scope.ts';
import { refusals } from '../causes/causes.ts';
import { attempt, type Changes } from './changes.ts';
import { isToBeDestroyed } from '../decide/may-run.ts';
import { graceSeconds, isStuck } from '../machine/leftover.ts';

/** Deletes the objects made for a workload that is being destroyed, once its machine is gone. */
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

/** Deletes this exact workload, not a newer one of the same name, if its owner chose so for an interruption. */
export async function destroyInterrupted(scope: Scope, { workloads }: WorkloadContext): Promise<Changes> {
  if (!isToBeDestroyed(scope)) return {};
  const { metadata } = scope.workload;
  // It may already be gone, or another workload may have its name.
  return attempt(refusals.deletionRefused, () =>
    tolerate(workloads.delete(metadata, { uid: metadata.uid }), isNotFound, isConflict),
  );
}

/**
 * Asks KubeVirt to immediately switch off a machine that exceeded its shutdown time (`virtctl stop --force --grace-period=0`).
 * It goes no further: finalizers stay and pods are not force-deleted, because the machine may still be running.
 */
export async function forceStop(scope: Scope, { children }: WorkloadContext): Promise<Changes> {
  const { machine, virtualMachine } = scope;
  if (!isStuck(scope) || machine === undefined || graceSeconds(scope) === 0) return {};
  if (virtualMachine?.spec.runStrategy !== 'Halted') return {};
  // It may have ended or been powered off in the meantime.
  return attempt(refusals.stopRefused, () =>
    tolerate(children.powerOff(virtualMachine), isConflict, isNotFound),
  );
}
