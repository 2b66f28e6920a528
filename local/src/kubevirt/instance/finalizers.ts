import { addFinalizer, hasFinalizer, isDeleting, type Cluster } from '@gpulease/kube';
import { virtualMachineInstances, type VirtualMachineInstance } from '@gpulease/kube/kubevirt';

/** KubeVirt's finalizers of an instance. */
export const instanceFinalizers = [
  'kubevirt.io/virtualMachineControllerFinalize',
  'kubevirt.io/foregroundDeleteVirtualMachine',
] as const;

/** Whether an instance still needs its finalizer, like one created without a VirtualMachine. */
export function lacksFinalizers(instance: VirtualMachineInstance): boolean {
  return !isDeleting(instance) && !instanceFinalizers.some((finalizer) => hasFinalizer(instance, finalizer));
}

/** Adds the finalizer that KubeVirt's admission adds, so that the instance outlives its pod. */
export async function admitInstance(cluster: Cluster, instance: VirtualMachineInstance): Promise<undefined> {
  const [, foreground] = instanceFinalizers;
  await addFinalizer(cluster.resource(virtualMachineInstances), instance, foreground);
}
