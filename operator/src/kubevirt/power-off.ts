import { SYSTEM_NAMESPACE, fieldManagers, serviceAccounts } from '@gpulease/crds';
import { withOwnRight } from '@gpulease/kube';
import type { Cluster } from '@gpulease/kube';
import type { VirtualMachine } from '@gpulease/kube/kubevirt';

/** The chart's ClusterRole with the right to stop machines. */
const STOP_MACHINES = 'gpulease-stop-machines';

/**
 * Ends a halted machine without waiting for its guest.
 * @throws ApiError
 */
export async function powerOff(cluster: Cluster, { metadata }: VirtualMachine): Promise<void> {
  const { namespace = '', name } = metadata;
  const path = `/apis/subresources.kubevirt.io/v1/namespaces/${namespace}/virtualmachines/${name}/stop`;
  const account = { namespace: SYSTEM_NAMESPACE, name: serviceAccounts.operator };
  const right = { role: STOP_MACHINES, namespace, account, fieldManager: fieldManagers.operator };
  await withOwnRight(cluster, right, () =>
    cluster.request({ method: 'PUT', path, body: { gracePeriod: 0 } }),
  );
}
