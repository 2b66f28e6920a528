import type { ResourceDefinition } from '@gpulease/crds';
import type { ApiObject } from '@gpulease/kube';

/** What the cluster has of each CSI driver, which is named like the provisioner of its classes. */
export const csiDrivers: ResourceDefinition<ApiObject> = {
  group: 'storage.k8s.io',
  version: 'v1',
  kind: 'CSIDriver',
  plural: 'csidrivers',
  singular: 'csidriver',
  namespaced: false,
};
