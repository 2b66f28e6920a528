import type { Cluster } from '@gpulease/kube';
import { virtualMachineInstances, type VirtualMachineInstance } from '@gpulease/kube/kubevirt';
import { guestAnnotation, type GuestAction } from '../instance/phase.ts';

/** Lets the guest do something of its own accord; kept in the cluster, so that a restart of ours does not forget it. */
export async function letGuest(
  cluster: Cluster,
  { metadata: { name, namespace, uid } }: VirtualMachineInstance,
  action: GuestAction,
): Promise<void> {
  const annotations = { [guestAnnotation]: action };
  await cluster
    .resource(virtualMachineInstances)
    .mergePatch({ name, namespace }, { metadata: { uid, annotations } });
}
