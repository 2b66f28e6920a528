import { fieldManagers, serviceAccounts, SYSTEM_NAMESPACE } from '@gpulease/crds';
import {
  ingresses,
  isNotFound,
  networkPolicies,
  persistentVolumeClaims,
  secrets,
  services,
  withOwnRight,
  type Cluster,
  type Identified,
  type ObjectRef,
} from '@gpulease/kube';
import { dataVolumes, virtualMachines } from '@gpulease/kube/kubevirt';
import type { Caches } from '../caches.ts';
import type { KeptInstance } from '../kept/kept.ts';
import { ChildKind, unremembered } from '../kubevirt/child-kind.ts';
import { USER_DATA_KEY } from '../kubevirt/cloud-init.ts';

/** KubeVirt takes either for cloud-init's user data. */
const USER_DATA_KEYS = [USER_DATA_KEY, 'userData'];

export type Children = ReturnType<typeof createChildren>;

/** Writers of the kinds of object that are made for a workload. */
export function createChildren(cluster: Cluster, caches: Caches) {
  return {
    virtualMachines: new ChildKind(cluster, virtualMachines, caches.virtualMachines),
    services: new ChildKind(cluster, services, caches.services),
    networkPolicies: new ChildKind(cluster, networkPolicies, caches.networkPolicies),
    secrets: unremembered(cluster, secrets),
    ingresses: new ChildKind(cluster, ingresses, caches.ingresses),
    dataVolumes: unremembered(cluster, dataVolumes),
    claims: new ChildKind(cluster, persistentVolumeClaims, caches.claims),
    /**
     * Whether a Secret has cloud-init's user data. We may write Secrets of tenants and of nobody else, which a right to
     * read could not say; a change of nothing that is not carried out tells it.
     */
    hasUserData: async (ref: ObjectRef): Promise<boolean> => {
      try {
        const { data = {} } = await cluster.resource(secrets).mergePatch(ref, {}, { dryRun: true });
        return USER_DATA_KEYS.some((key) => data[key] !== undefined);
      } catch (error) {
        if (isNotFound(error)) return false;
        throw error;
      }
    },
    /** Ends a halted machine without waiting for its guest. */
    powerOff: ({ metadata }: Identified) =>
      callSubresource(cluster, ['virtualmachines', 'stop'], metadata, { gracePeriod: 0 }),
    /** Takes back that the instance is to leave the node that it is marked with. */
    cancelEvacuation: ({ metadata, status }: KeptInstance) =>
      callSubresource(cluster, ['virtualmachineinstances', 'evacuate/cancel'], metadata, {
        evacuationNodeName: status?.evacuationNodeName,
      }),
  };
}

/** The chart's ClusterRole with the right to stop machines, and to let them stay. */
const STOP_MACHINES = 'gpulease-stop-machines';

/**
 * Asks KubeVirt for something that no object of the API says.
 * @throws ApiError
 */
async function callSubresource(
  cluster: Cluster,
  [resource, subresource]: readonly [string, string],
  { namespace = '', name }: ObjectRef,
  body: object,
): Promise<void> {
  const path = `/apis/subresources.kubevirt.io/v1/namespaces/${namespace}/${resource}/${name}/${subresource}`;
  const account = { namespace: SYSTEM_NAMESPACE, name: serviceAccounts.operator };
  const right = { role: STOP_MACHINES, namespace, account, fieldManager: fieldManagers.operator };
  await withOwnRight(cluster, right, () => cluster.request({ method: 'PUT', path, body }));
}
