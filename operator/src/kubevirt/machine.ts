import type { OwnerReference } from '@gpulease/crds';
import type { Toleration } from '@gpulease/kube';
import type { VirtualMachine } from '@gpulease/kube/kubevirt';

import type { DiskStorage } from './disk-storage.ts';

export type DiskTemplate = NonNullable<VirtualMachine['spec']['dataVolumeTemplates']>[number];

/** What every object made for one workload has in common. */
export interface MachineIdentity {
  /** Name of the VirtualMachine and of all that belongs to it. */
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

/** One machine as KubeVirt shall run it. */
export interface Machine extends MachineIdentity {
  /** What the guest calls itself: as its owner does. */
  hostname: string;
  /** The workload's uid; whatever must stay the same for the machine's life is derived from it. */
  uid: string;
  node: string;
  /** What keeps other pods off the node, and not machines. */
  tolerations: Toleration[];
  /** Whole cores. */
  cpu: number;
  cpuModel: string;
  /** Kubernetes quantities. */
  memory: string;
  disk: string;
  gpu?: { deviceName: string; count: number } | undefined;
  image: MachineImage;
  /** The guest's port at which its GPUs' measures are read. */
  gpuMetricsPort?: number | undefined;
  storage: DiskStorage;
  /** The template that its disk was made from, once it was: KubeVirt makes nothing of changes to it. */
  diskTemplate?: DiskTemplate | undefined;
  /** SSH public keys, which the machine gets from the Secret of its own name. */
  sshKeys: string[];
  /** Name of the user's own Secret with cloud-init `userdata`. */
  userDataSecret?: string | undefined;
}

/** Metadata of an object made for the machine. */
export function childMetadata({ name, namespace, labels, owner }: MachineIdentity) {
  return { name, namespace, labels, ownerReferences: [owner] };
}
