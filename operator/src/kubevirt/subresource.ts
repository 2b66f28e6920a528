import { SYSTEM_NAMESPACE, fieldManagers, serviceAccounts } from '@gpulease/crds';
import { withOwnRight, type Cluster } from '@gpulease/kube';

/** The chart's ClusterRole with the right to stop machines, and to let them stay. */
const STOP_MACHINES = 'gpulease-stop-machines';

export interface SubresourceCall {
  resource: 'virtualmachines' | 'virtualmachineinstances';
  namespace?: string | undefined;
  name: string;
  subresource: string;
  body: object;
}

/**
 * Asks KubeVirt for something that no object of the API says.
 * @throws ApiError
 */
export async function callSubresource(cluster: Cluster, call: SubresourceCall): Promise<void> {
  const { resource, namespace = '', name, subresource, body } = call;
  const path = `/apis/subresources.kubevirt.io/v1/namespaces/${namespace}/${resource}/${name}/${subresource}`;
  const account = { namespace: SYSTEM_NAMESPACE, name: serviceAccounts.operator };
  const right = { role: STOP_MACHINES, namespace, account, fieldManager: fieldManagers.operator };
  await withOwnRight(cluster, right, () => cluster.request({ method: 'PUT', path, body }));
}
