/** KubeVirt's and CDI's kinds; their fields as KubeVirt publishes them. */
import type { KubeObject, ResourceDefinition } from '@gpulease/crds';
import type {
  V1beta1CDIConfigSpec,
  V1beta1CDIConfigStatus,
  V1beta1DataSourceSpec,
  V1beta1DataSourceStatus,
  V1beta1DataVolumeSpec,
  V1beta1DataVolumeStatus,
  V1beta1StorageSpec,
} from '@kubevirt-ui-ext/kubevirt-api/containerized-data-importer';
import type {
  V1DataVolumeTemplateSpec,
  V1KubeVirtSpec,
  V1KubeVirtStatus,
  V1VirtualMachineInstanceSpec,
  V1VirtualMachineInstanceStatus,
  V1VirtualMachineSpec,
  V1VirtualMachineStatus,
} from '@kubevirt-ui-ext/kubevirt-api/kubevirt';

/** A status with conditions that say since when, which the published types leave out. */
type Dated<Status extends { conditions?: object[] }> = Omit<Status, 'conditions'> & {
  conditions?: (NonNullable<Status['conditions']>[number] & { lastTransitionTime?: string })[];
};

/** A disk that KubeVirt makes for a VirtualMachine. */
export type DataVolumeTemplate = Omit<V1DataVolumeTemplateSpec, 'spec'> & { spec: DataVolumeSpec };
export type VirtualMachineSpec = Omit<V1VirtualMachineSpec, 'dataVolumeTemplates'> & {
  dataVolumeTemplates?: DataVolumeTemplate[];
};
export type VirtualMachineStatus = Dated<V1VirtualMachineStatus>;
export type VirtualMachine = KubeObject<VirtualMachineSpec, VirtualMachineStatus>;
export type VirtualMachineInstanceSpec = V1VirtualMachineInstanceSpec;
export type VirtualMachineInstanceStatus = Dated<V1VirtualMachineInstanceStatus>;
export type VirtualMachineInstance = KubeObject<VirtualMachineInstanceSpec, VirtualMachineInstanceStatus>;
export type KubeVirt = KubeObject<V1KubeVirtSpec, V1KubeVirtStatus>;
export type CDIConfig = KubeObject<V1beta1CDIConfigSpec, V1beta1CDIConfigStatus>;
/** What installs CDI. */
export type CDI = KubeObject<object, { phase?: string; observedVersion?: string }>;
/** As JSON has it: the published type has enums for these strings. */
export type StorageSpec = Omit<V1beta1StorageSpec, 'accessModes' | 'volumeMode'> & {
  accessModes?: string[];
  volumeMode?: string;
};
export type DataVolumeSpec = Omit<V1beta1DataVolumeSpec, 'storage'> & { storage?: StorageSpec };
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

export const cdis: ResourceDefinition<CDI> = {
  ...cdi,
  namespaced: false,
  kind: 'CDI',
  plural: 'cdis',
  singular: 'cdi',
};

/** There is one, `config`, which CDI keeps by the object that installs it. */
export const cdiConfigs: ResourceDefinition<CDIConfig> = {
  ...cdi,
  namespaced: false,
  kind: 'CDIConfig',
  plural: 'cdiconfigs',
  singular: 'cdiconfig',
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
