import type { WorkloadContext } from '../context.ts';
import { nextPhase, type Decision } from '../decide/decision.ts';
import { isMachineGone, type Scope } from '../scope.ts';
import { refusals } from '../causes/causes.ts';
import { attempt, type Changes } from './changes.ts';

/** Deletes what was made for a workload that is being destroyed, once its machine is gone. */
export async function cleanUp(scope: Scope, context: WorkloadContext, decision: Decision): Promise<Changes> {
  if (nextPhase(scope, decision) !== 'Destroying' || !isMachineGone(scope)) return {};
  return attempt(refusals.deletion, async () => {
    await removeAll(scope, context);
    return undefined;
  });
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
