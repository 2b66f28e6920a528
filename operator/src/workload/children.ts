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

/** KubeVirt reads cloud-init user data from either key. */
const USER_DATA_KEYS = [USER_DATA_KEY, 'userData'];

export type Children = ReturnType<typeof createChildren>;

/** Creates writers for all kinds of objects made for a workload. */
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
     * Returns whether a Secret has cloud-init user data. We may write only tenants' Secrets, and a right to read could not
     * be limited to these; an empty dry-run patch returns the Secret.
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
    /** Powers off a halted machine without waiting for its guest. */
    powerOff: ({ metadata }: Identified) =>
      callSubresource(cluster, ['virtualmachines', 'stop'], metadata, { gracePeriod: 0 }),
    /** Clears the mark that asks the instance to leave its node. */
    cancelEvacuation: ({ metadata, status }: KeptInstance) =>
      callSubresource(cluster, ['virtualmachineinstances', 'evacuate/cancel'], metadata, {
        evacuationNodeName: status?.evacuationNodeName,
      }),
  };
}

/** The chart's ClusterRole with the rights to stop machines and to cancel evacuations. */
const STOP_MACHINES = 'gpulease-stop-machines';

/**
 * Calls an action of KubeVirt that no field of its objects expresses.
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
