import { addFinalizer, hasFinalizer, isDeleting, type Cluster } from '@gpulease/kube';
import { virtualMachineInstances, type VirtualMachineInstance } from '@gpulease/kube/kubevirt';

/** Both of KubeVirt's finalizers of an instance. */
export const instanceFinalizers = [
  'kubevirt.io/virtualMachineControllerFinalize',
  'kubevirt.io/foregroundDeleteVirtualMachine',
] as const;

/** As one that somebody makes without a VirtualMachine. */
export function lacksFinalizers(instance: VirtualMachineInstance): boolean {
  return !isDeleting(instance) && !instanceFinalizers.some((finalizer) => hasFinalizer(instance, finalizer));
}

/** KubeVirt's admission gives it a finalizer, so that it goes after its pod. */
export async function admitInstance(cluster: Cluster, instance: VirtualMachineInstance): Promise<undefined> {
  const [, foreground] = instanceFinalizers;
  await addFinalizer(cluster.resource(virtualMachineInstances), instance, foreground);
}
