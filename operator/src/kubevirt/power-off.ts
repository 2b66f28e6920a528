import { SYSTEM_NAMESPACE, fieldManagers, serviceAccounts } from '@gpulease/crds';
import { isForbidden, retry, roleBindings } from '@gpulease/kube';
import type { Cluster, RoleBinding } from '@gpulease/kube';
import type { VirtualMachine } from '@gpulease/kube/kubevirt';

/** The chart's ClusterRole with the right to stop machines. */
const STOP_MACHINES = 'gpulease-stop-machines';

/**
 * Ends a halted machine without waiting for its guest. The right to do so the operator has only where it has bound it to
 * itself: KubeVirt serves this itself, so no admission policy could hold it to the namespaces of tenants.
 * @throws ApiError
 */
export async function powerOff(cluster: Cluster, { metadata }: VirtualMachine): Promise<void> {
  const { namespace = '', name } = metadata;
  const path = `/apis/subresources.kubevirt.io/v1/namespaces/${namespace}/virtualmachines/${name}/stop`;
  const stop = () => cluster.request({ method: 'PUT', path, body: { gracePeriod: 0 } });
  try {
    await stop();
  } catch (error) {
    if (!isForbidden(error)) throw error;
    await cluster
      .resource(roleBindings)
      .apply(stopMachinesIn(namespace), { fieldManager: fieldManagers.operator, force: true });
    // The API server learns of a new binding a moment after it has stored it.
    await retry(stop, { when: isForbidden });
  }
}

function stopMachinesIn(namespace: string): RoleBinding {
  return {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'RoleBinding',
    metadata: { namespace, name: STOP_MACHINES },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: STOP_MACHINES },
    subjects: [{ kind: 'ServiceAccount', namespace: SYSTEM_NAMESPACE, name: serviceAccounts.operator }],
  };
}
