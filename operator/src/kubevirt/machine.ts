import type { OwnerReference } from '@gpulease/crds';
import type { Toleration } from '@gpulease/kube';
import type { VirtualMachine } from '@gpulease/kube/kubevirt';

import type { DiskStorage } from './disk-storage.ts';

export type DiskTemplate = NonNullable<VirtualMachine['spec']['dataVolumeTemplates']>[number];

/** Properties shared by all objects made for one workload. */
export interface MachineIdentity {
  /** Name of the VirtualMachine and of the objects that belong to it. */
  name: string;
  namespace: string;
  labels: Record<string, string>;
  /** Labels that select this machine's pod and no other. */
  selector: Record<string, string>;
  owner: OwnerReference;
}

export interface MachineImage {
  osType: 'Linux' | 'Windows';
  architecture: 'amd64' | 'arm64';
  defaultUser?: string | undefined;
  dataSource: { namespace: string; name: string };
}

/** A machine as KubeVirt should run it. */
export interface Machine extends MachineIdentity {
  /** The guest's host name: the name of the workload. */
  hostname: string;
  /** The workload's uid; everything that must not change during the machine's life is derived from it. */
  uid: string;
  node: string;
  /** Tolerations of the taints that keep other pods off the node. */
  tolerations: Toleration[];
  /** Whole cores. */
  cpu: number;
  cpuModel: string;
  /** Kubernetes quantities. */
  memory: string;
  disk: string;
  gpu?: { deviceName: string; count: number } | undefined;
  image: MachineImage;
  /** The guest's port that serves GPU metrics. */
  gpuMetricsPort?: number | undefined;
  storage: DiskStorage;
  /** The template that the existing disk was made from, because KubeVirt ignores changes to it. */
  diskTemplate?: DiskTemplate | undefined;
  /** SSH public keys, which the machine reads from the Secret of its own name. */
  sshKeys: string[];
  /** Name of the user's own Secret with cloud-init `userdata`. */
  userDataSecret?: string | undefined;
}

/** Builds the metadata of an object made for the machine. */
export function childMetadata({ name, namespace, labels, owner }: MachineIdentity) {
  return { name, namespace, labels, ownerReferences: [owner] };
}
