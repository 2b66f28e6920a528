import type { WorkloadContext } from '../context.ts';
import { isMachineGone } from '../scope.ts';
import type { Scope } from '../scope.ts';
import { nextPhase } from '../status/status.ts';
import type { Decision } from '../status/status.ts';

/** Deletes what was made for a workload that is being destroyed, once its machine is gone. */
export async function clearAway(
  scope: Scope,
  { children }: WorkloadContext,
  decision: Decision,
): Promise<void> {
  if (nextPhase(scope, decision) !== 'Destroying' || !isMachineGone(scope)) return;
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
  // The disk goes with its VirtualMachine; one that was left behind goes here.
  if (virtualMachine === undefined) await children.dataVolumes.remove(scope.rootDisk);
}
