/** KubeVirt's and CDI's kinds; their fields as KubeVirt publishes them. */
import type { KubeObject, ResourceDefinition } from '@gpulease/crds';
import type {
  V1beta1DataSourceSpec,
  V1beta1DataSourceStatus,
  V1beta1DataVolumeSpec,
  V1beta1DataVolumeStatus,
} from '@kubevirt-ui-ext/kubevirt-api/containerized-data-importer';
import type {
  V1KubeVirtSpec,
  V1KubeVirtStatus,
  V1VirtualMachineInstanceSpec,
  V1VirtualMachineInstanceStatus,
  V1VirtualMachineSpec,
  V1VirtualMachineStatus,
} from '@kubevirt-ui-ext/kubevirt-api/kubevirt';

export type VirtualMachineSpec = V1VirtualMachineSpec;
export type VirtualMachineStatus = V1VirtualMachineStatus;
export type VirtualMachine = KubeObject<VirtualMachineSpec, VirtualMachineStatus>;
export type VirtualMachineInstanceSpec = V1VirtualMachineInstanceSpec;
export type VirtualMachineInstanceStatus = V1VirtualMachineInstanceStatus;
export type VirtualMachineInstance = KubeObject<VirtualMachineInstanceSpec, VirtualMachineInstanceStatus>;
export type KubeVirt = KubeObject<V1KubeVirtSpec, V1KubeVirtStatus>;
export type DataVolumeSpec = V1beta1DataVolumeSpec;
export type DataVolumeStatus = V1beta1DataVolumeStatus;
export type DataVolume = KubeObject<DataVolumeSpec, DataVolumeStatus>;
export type DataSource = KubeObject<V1beta1DataSourceSpec, V1beta1DataSourceStatus>;

const kubevirt = { group: 'kubevirt.io', version: 'v1', namespaced: true };
const cdi = { group: 'cdi.kubevirt.io', version: 'v1beta1', namespaced: true };

export const virtualMachines: ResourceDefinition<VirtualMachine> = {
  ...kubevirt,
  kind: 'VirtualMachine',
  plural: 'virtualmachines',
  singular: 'virtualmachine',
};

export const virtualMachineInstances: ResourceDefinition<VirtualMachineInstance> = {
  ...kubevirt,
  kind: 'VirtualMachineInstance',
  plural: 'virtualmachineinstances',
  singular: 'virtualmachineinstance',
};

export const kubeVirts: ResourceDefinition<KubeVirt> = {
  ...kubevirt,
  kind: 'KubeVirt',
  plural: 'kubevirts',
  singular: 'kubevirt',
};

export const dataVolumes: ResourceDefinition<DataVolume> = {
  ...cdi,
  kind: 'DataVolume',
  plural: 'datavolumes',
  singular: 'datavolume',
};

export const dataSources: ResourceDefinition<DataSource> = {
  ...cdi,
  kind: 'DataSource',
  plural: 'datasources',
  singular: 'datasource',
};
