/** KubeVirt's and CDI's kinds, with the types that KubeVirt publishes. */
import type { KubeObject } from '@gpulease/crds';
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
import { define } from './core/define.ts';

/** A status whose conditions have `lastTransitionTime`, which the published types omit. */
type Dated<Status extends { conditions?: object[] }> = Omit<Status, 'conditions'> & {
  conditions?: (NonNullable<Status['conditions']>[number] & { lastTransitionTime?: string })[];
};

type VirtualMachineSpec = Omit<V1VirtualMachineSpec, 'dataVolumeTemplates'> & {
  dataVolumeTemplates?: (Omit<V1DataVolumeTemplateSpec, 'spec'> & { spec: DataVolumeSpec })[];
};
export type VirtualMachineStatus = Dated<V1VirtualMachineStatus>;
export type VirtualMachine = KubeObject<VirtualMachineSpec, VirtualMachineStatus>;
export type VirtualMachineInstanceSpec = V1VirtualMachineInstanceSpec;
export type VirtualMachineInstanceStatus = Dated<V1VirtualMachineInstanceStatus>;
export type VirtualMachineInstance = KubeObject<VirtualMachineInstanceSpec, VirtualMachineInstanceStatus>;
export type KubeVirt = KubeObject<V1KubeVirtSpec, V1KubeVirtStatus>;
export type CDIConfig = KubeObject<V1beta1CDIConfigSpec, V1beta1CDIConfigStatus>;
/** The object that installs CDI. */
export type CDI = KubeObject<object, { phase?: string; observedVersion?: string }>;
/** Has strings, as in the JSON, where the published type has enums. */
export type StorageSpec = Omit<V1beta1StorageSpec, 'accessModes' | 'volumeMode'> & {
  accessModes?: string[];
  volumeMode?: string;
};
export type DataVolumeSpec = Omit<V1beta1DataVolumeSpec, 'storage'> & { storage?: StorageSpec };
export type DataVolume = KubeObject<DataVolumeSpec, V1beta1DataVolumeStatus>;
export type DataSource = KubeObject<V1beta1DataSourceSpec, V1beta1DataSourceStatus>;

const KUBEVIRT = 'kubevirt.io/v1';
export const virtualMachines = define<VirtualMachine>(KUBEVIRT, 'VirtualMachine', 'virtualmachines');
export const virtualMachineInstances = define<VirtualMachineInstance>(
  KUBEVIRT,
  'VirtualMachineInstance',
  'virtualmachineinstances',
);
export const kubeVirts = define<KubeVirt>(KUBEVIRT, 'KubeVirt', 'kubevirts');

const CDI_VERSION = 'cdi.kubevirt.io/v1beta1';
export const cdis = define<CDI>(CDI_VERSION, 'CDI', 'cdis', 'Cluster');
/** The only one is `config`, which CDI maintains according to the CDI object. */
export const cdiConfigs = define<CDIConfig>(CDI_VERSION, 'CDIConfig', 'cdiconfigs', 'Cluster');
export const dataVolumes = define<DataVolume>(CDI_VERSION, 'DataVolume', 'datavolumes');
export const dataSources = define<DataSource>(CDI_VERSION, 'DataSource', 'datasources');
